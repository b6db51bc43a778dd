"""pandas' own suite for extension arrays, inherited; what does not apply to hands is skipped with its reason."""

import numpy as np
import pytest
from pandas.tests.extension import base
from pandas.tests.extension.conftest import *  # noqa: F403  the fixtures of the suite

from cardlab.cribbage import DECK
from cardlab.frames import CardsArray, CardsDtype

pytestmark = pytest.mark.filterwarnings("default")
A, B, C = "2H", "5H 6D", "JS QS KC"


def read(*hands: str | None) -> CardsArray:
    array: CardsArray = CardsArray._from_sequence(hands, dtype=CardsDtype(DECK))
    return array


@pytest.fixture
def dtype() -> CardsDtype:
    return CardsDtype(DECK)


@pytest.fixture
def data() -> CardsArray:
    return CardsArray(np.arange(1, 11, dtype=np.uint64), CardsDtype(DECK))


@pytest.fixture
def data_missing() -> CardsArray:
    return read(None, A)


@pytest.fixture
def data_for_sorting() -> CardsArray:
    return read(B, C, A)


@pytest.fixture
def data_missing_for_sorting() -> CardsArray:
    return read(B, None, A)


@pytest.fixture
def data_for_grouping() -> CardsArray:
    return read(B, B, None, None, A, A, B, C)


class TestHands(base.ExtensionTests):  # type: ignore[misc]  # pandas' tests have no types
    @pytest.mark.skip(reason="hands are not numbers that could be plotted")
    def test_plot_on_y_axis(self) -> None: ...

    @pytest.mark.skip(reason="pandas marks the new objects as read-only, though they share no memory with the array")
    def test_readonly_propagates_to_numpy_array_method(self) -> None: ...
