"""Hands in pandas: reading and showing, the ways out and back, the accessor."""

from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from cardlab import CardError, Deck, bridge, cribbage, scopa, tichu
from cardlab.cards import Hand
from cardlab.frames import CardsDtype, frame, hands
from cardlab.sets import as_sets

DECKS = [scopa.DECK, cribbage.DECK, bridge.DECK, tichu.DECK]
each_deck = pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
SETS = st.integers(0, 2**64 - 1)


def crib(*texts: str | None) -> pd.Series:
    return pd.Series(texts, dtype="cards[cribbage]")


@each_deck
def test_the_dtype_is_known_by_the_decks_name(deck: Deck) -> None:
    dtype = pd.api.types.pandas_dtype(f"cards[{deck.name.lower()}]")
    assert isinstance(dtype, CardsDtype)
    assert dtype.deck == deck
    assert dtype == CardsDtype(deck)
    assert str(dtype) == dtype.name
    assert pd.Series([], dtype=dtype).dtype == dtype


@pytest.mark.parametrize("name", ["cards[whist]", "cards[cards]", "cards", "cards[]", "cards[web.page]"])
def test_other_names_are_not_dtypes(name: str) -> None:
    with pytest.raises(TypeError):
        pd.Series(["5H"], dtype=name)


def test_hands_are_read_from_whatever_is_read_elsewhere() -> None:
    mask = cribbage.DECK.encode("5H 6D")
    ways = ["5H 6D", "6♦5♥", ["6D", "5h"], [("five", "hearts"), ["6", "D"]], mask, np.uint64(mask)]
    same = pd.Series([*ways, Hand(mask, cribbage.DECK)], dtype="cards[cribbage]")
    assert set(same) == {Hand(mask, cribbage.DECK)}
    assert (same == "6D, 5H").all()
    dots = pd.Series(["AKJ52.KQ3.84.A73", "♠AKJ52 ♥KQ3 ♦84 ♣A73"], dtype="cards[bridge]")
    assert dots[0] == dots[1]


@pytest.mark.parametrize("dtype", [np.uint64, np.int64, np.uint32])
def test_arrays_of_sets_are_read(dtype: type[np.integer[Any]]) -> None:
    sets: NDArray[Any] = np.array([0, 5, 7], dtype=dtype)
    assert hands(sets, scopa.DECK).cards.sets.tolist() == [0, 5, 7]
    assert np.asarray(hands(sets, scopa.DECK), dtype=np.uint64).dtype == np.uint64


@each_deck
def test_hands_of_another_deck_are_never_misread(deck: Deck) -> None:
    theirs = hands([1], cribbage.DECK if deck is not cribbage.DECK else bridge.DECK)
    with pytest.raises(CardError, match=f"hands has hands of the .* deck: expected hands of the {deck.name} deck"):
        as_sets("hands", theirs, deck)
    assert as_sets("hands", hands([1], deck), deck).tolist() == [1]


@pytest.mark.parametrize(
    ("values", "says"),
    [
        (["5H", "5X"], r"hand 2: '5X' \(card 1 of 1\)"),
        (["5H 5H"], "hand 1: '5H' comes twice"),
        ([1, -1], "hand 2: -0x1 is not a hand"),
        (np.array([1, 2**52], dtype=np.uint64), "hand 2: 0x10000000000000 is not a hand"),
        (np.array([-1]), "hand 1: -0x1"),
        (np.array([2**63], dtype=np.uint64), "hand 1"),
        ([True], "hand 1: True is not a hand"),
        ([0.5], "hand 1: 0.5 is not a hand"),
        ([Hand(1, scopa.DECK)], "of the Scopa deck"),
    ],
)
def test_what_is_not_a_hand_is_refused(values: object, says: str) -> None:
    with pytest.raises(CardError, match=says):
        pd.Series(values, dtype="cards[cribbage]")


def test_an_array_of_sets_has_one_dimension() -> None:
    with pytest.raises(ValueError, match="dimension"):
        hands(np.zeros((2, 2), dtype=np.uint64), scopa.DECK)


def test_hands_show_as_cards() -> None:
    shown = frame({"hand": cribbage.DECK.encode_many(["5H 6D KD AC", "TS", ""])}, cribbage.DECK)
    assert shown.to_string().split("\n")[1:] == ["0  5♥ 6♦ K♦ A♣", "1          10♠", "2            -"]
    assert "<td>5♥ 6♦ K♦ A♣</td>" in shown.to_html()
    assert "5♥ 6♦ K♦ A♣" in repr(shown.hand.array)
    assert str(shown.hand[0]) == repr(shown.hand[0]) == shown.hand.astype(str)[0] == "5♥ 6♦ K♦ A♣"
    assert shown.hand.to_json() == shown.hand.astype(str).to_json()
    assert [line.split()[1] for line in crib(None, "5H").to_string().split("\n")] == ["NaN", "5♥"]


def test_what_map_gives_back_is_not_taken_for_hands() -> None:
    held = crib("5H 6D", "AC")
    assert held.map(len).tolist() == [2, 1]
    assert held.map(lambda hand: str(hand.cards[0])).tolist() == ["5H", "AC"]
    assert held.map(lambda hand: hand).dtype == held.dtype


def test_hands_of_endplay_are_hands() -> None:
    theirs = pytest.importorskip("endplay.types").Hand("AKJ52.KQ3.84.A73")
    hands = pd.Series([theirs, None], dtype="cards[bridge]")
    assert (hands == theirs).tolist() == [True, False]
    assert hands.isin([theirs]).tolist() == [True, False]
    hands[1] = theirs
    assert hands[1] == hands[0]


def test_hands_compare_and_sort_as_their_sets() -> None:
    held = crib("JH", "5H", None, "AC")
    assert held.sort_values().astype(str).tolist()[:3] == ["5♥", "J♥", "A♣"]
    assert (held == "5H").tolist() == [False, True, False, False]
    assert (held != "5H").tolist() == [True, False, True, True]
    assert (held < crib("QH", "5H", "5H", "2C")).tolist() == [True, False, False, True]
    assert held.isin(crib("5H", "AC")).tolist() == held.isin(["5♥", "AC"]).tolist() == [False, True, False, True]
    assert held.isin(["5H", None]).tolist() == [False, True, True, False]
    assert held.duplicated().tolist() == [False] * 4
    assert pd.concat([held, held]).drop_duplicates().tolist()[:2] == held.tolist()[:2]
    with pytest.raises(CardError, match="'5X'"):
        _ = held == "5X"
    with pytest.raises(ValueError, match="2 hands to compare with 4"):
        _ = held.array == crib("5H", "6H").array


def test_pandas_at_work_on_hands() -> None:
    left = pd.DataFrame({"hand": crib("5H", "6D", "5H", None), "points": [1, 2, 3, 4]})
    assert left.groupby("hand").points.sum().to_dict() == {left.hand[0]: 4, left.hand[1]: 2}
    assert left.hand.value_counts().tolist() == [2, 1]
    assert left.merge(left.iloc[:2], on="hand").points_y.tolist() == [1, 2, 1]
    both = pd.concat([left.hand, crib("AC")], ignore_index=True)
    assert (both.dtype, len(both), both[both.notna()].tolist()[-1]) == (left.hand.dtype, 5, crib("AC")[0])
    assert left.hand.fillna("AC")[3] == crib("AC")[0]
    left.loc[3, "hand"] = "2C AC"
    assert str(left.hand[3]) == "A♣ 2♣"


ROUND_TRIPS = st.tuples(st.sampled_from(DECKS), st.lists(st.none() | SETS, min_size=1, max_size=5))


@given(ROUND_TRIPS)
def test_there_and_back_through_csv_parquet_arrow_and_text(drawn: tuple[Deck, list[int | None]]) -> None:
    deck, masks = drawn
    held = hands([None if mask is None else mask & deck.mask for mask in masks], deck).rename("hand").to_frame()
    table = pa.Table.from_pandas(held)
    assert table.schema.field("hand").type == pa.uint64()
    pd.testing.assert_frame_equal(table.to_pandas(), held)
    pd.testing.assert_frame_equal(table.slice(0, 0).to_pandas(), held[:0])
    text = held.to_csv(index=False)
    pd.testing.assert_frame_equal(
        pd.read_csv(StringIO(text), dtype={"hand": str(held.hand.dtype)}, skip_blank_lines=False), held
    )
    pd.testing.assert_series_equal(held.hand.astype(str).astype(held.hand.dtype), held.hand)


def test_there_and_back_through_a_parquet_file(tmp_path: Path) -> None:
    held = frame({"hand": np.arange(5, dtype=np.uint64), "rest": np.arange(5, 10, dtype=np.uint64)}, scopa.DECK)
    held.to_parquet(tmp_path / "hands.parquet")
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "hands.parquet"), held)


@each_deck
@settings(max_examples=15)
@given(data=st.data())
def test_the_accessor_counts_what_the_cards_say(deck: Deck, data: st.DataObject) -> None:
    masks = [mask & deck.mask for mask in data.draw(st.lists(SETS, min_size=1, max_size=4))]
    held = hands(masks, deck)
    cards = [deck.decode(mask) for mask in masks]
    assert held.cards.sets.tolist() == masks
    assert held.cards.count().tolist() == list(map(len, cards))
    for suit, name in zip(deck.suits, deck.suit_names, strict=True):
        in_suit = [sum(card.suit == suit for card in some) for some in cards]
        assert held.cards.count(suit=suit).tolist() == held.cards.count(suit=name).tolist() == in_suit
        assert held.cards.lengths()[name].tolist() == in_suit
        assert held.cards.count(suit=suit, rank=deck.ranks[3:6]).tolist() == [
            sum(card.suit == suit and card.rank in deck.ranks[3:6] for card in some) for some in cards
        ]
    for rank in deck.ranks:
        assert held.cards.ranks[rank].tolist() == [sum(card.rank == rank for card in some) for some in cards]
    for special in deck.specials:
        assert held.cards.count(rank=special).tolist() == [sum(c.rank == special for c in some) for some in cards]
    two = data.draw(st.permutations(deck.cards))[:2]
    assert held.cards.has(two).tolist() == [set(two) <= set(some) for some in cards]
    longest = held.cards.lengths().idxmax(axis=1)
    assert held.cards.longest_suit().tolist() == longest.tolist()


def test_the_accessor_with_missing_hands_and_an_index() -> None:
    held = pd.Series(["AKQJ.T98..", None], index=["a", "b"], name="north", dtype="cards[bridge]")
    assert held.cards.count(suit="♠").rename(None).to_dict() == pytest.approx({"a": 4, "b": np.nan}, nan_ok=True)
    assert held.cards.has("AS").to_dict() == {"a": True, "b": False}
    assert held.cards.longest_suit().tolist()[0] == "spades"
    assert held.cards.longest_suit().isna().tolist() == [False, True]
    assert (held.cards.count().name, held.cards.count(rank="10").tolist()[0]) == ("north", 1)
    with pytest.raises(ValueError, match="1 of 2 hands are missing"):
        _ = held.cards.sets


def test_what_the_accessor_does_not_know_is_refused() -> None:
    held = crib("5H")
    for suit in ("X", ""):
        with pytest.raises(CardError, match="not a suit: expected one of hearts, diamonds, spades, clubs"):
            held.cards.count(suit=suit)
    for rank in ("1", "", "5X"):
        with pytest.raises(CardError, match="not a rank: expected A 2 3"):
            held.cards.count(rank=rank)
    with pytest.raises(CardError, match="'5X'"):
        held.cards.has("5X")
    with pytest.raises(AttributeError, match="cards is for hands"):
        _ = pd.Series([1]).cards
