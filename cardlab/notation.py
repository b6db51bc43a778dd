"""How cards are written: from the text that people and programs write to the names of cards.

A text is cut into tokens, each a rank, a suit or a whole card. No deck has a letter that is both a rank and a suit, so
the tokens have one reading at most, and what has none is refused. The time is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from cardlab.card import RANK_WORDS, SYMBOL_LETTERS, CardError, quote, strange

__all__ = ["Notation", "Pieces"]

DASH = re.compile("[-\u2010-\u2015\u2212]")
VOID = re.compile(f"{DASH.pattern}{{1,3}}")
BETWEEN_CARDS = re.compile(r"[,;|+]")
BETWEEN_PIECES = re.compile("[\\s/\u2010-\u2015\u2212-]+")
AMONG_SUITS = re.compile("[\\s,;:|=!/\u2010-\u2015\u2212-]+")
SEAT = re.compile(r"\s*(?ai:(N(ORTH)?|E(AST)?|S(OUTH)?|W(EST)?))\s*:\s*")
RANK_FIRST, SUIT_FIRST = re.compile("(RS|X)+"), re.compile("(SR|X)+")
ALTERNATING = re.compile("(RS)+|(SR)+")


def _small(word: str) -> str:
    """In small letters; those of other scripts stay as they are, so that they are not read."""
    return word.lower() if word.isascii() else "".join(c.lower() if c < "\u0100" else c for c in word)


Pieces: TypeAlias = "list[tuple[str, list[str] | None]]"
"""The pieces of a hand as they are written, each with the names of its cards, or None where it is not cards."""


@dataclass(frozen=True)
class Notation:
    """How the cards of a deck are written: the spellings of its ranks, suits and whole cards, and words for them.

    `by_suit` are the suits in the order in which a hand is written suit by suit, or empty. Where `case_matters`, a
    small letter differs from a capital, and suit symbols have no meaning.
    """

    ranks: Mapping[str, str]
    suits: Mapping[str, str]
    cards: Mapping[str, str]
    words: Mapping[str, str]
    by_suit: Mapping[str, str]
    case_matters: bool

    @cached_property
    def _token(self) -> re.Pattern[str]:
        spellings = sorted([*self.ranks, *self.suits, *self.cards], key=len, reverse=True)
        return re.compile("|".join(map(re.escape, spellings)))

    @cached_property
    def _rank_token(self) -> re.Pattern[str]:
        return re.compile("|".join(map(re.escape, sorted(self.ranks, key=len, reverse=True))))

    @cached_property
    def _apart(self) -> re.Pattern[str]:
        """Ranks with something between that may be two groups: not all of them stand alone."""
        one, between = f"(?:{self._rank_token.pattern})", AMONG_SUITS.pattern
        return re.compile(f"{one}{{2}}{between}{one}+|{one}{between}{one}{{2,}}")

    @cached_property
    def _suit_word(self) -> re.Pattern[str]:
        names = [name.removesuffix("s") for name in self.by_suit.values()]
        return re.compile(rf"\b({'|'.join(names)})s?\b", re.IGNORECASE | re.ASCII)

    def _plain(self, text: str) -> str:
        """The text in the letters of the deck; other scripts stay as they are, so that they are not read."""
        if self.case_matters:
            return text
        text = text.translate(SYMBOL_LETTERS)
        return text.upper() if text.isascii() else "".join(c.upper() if c.isascii() else c for c in text)

    def _kind(self, token: str) -> str:
        return "R" if token in self.ranks else "S" if token in self.suits else "X"

    def read(self, text: str) -> Pieces:
        """The pieces of a hand. Raises `CardError` for a hand that is written suit by suit with a fault."""
        if not self.by_suit:
            return self.read_cards(text)
        text = self._without_seat(text)
        cards = self._read_by_suit(text)
        return self.read_cards(text) if cards is None else cards

    def read_cards(self, text: str) -> Pieces:
        """The pieces of a hand that is written card by card."""
        return [(piece, self._cards_in(piece)) for part in BETWEEN_CARDS.split(text) for piece in self._pieces(part)]

    def pair(self, rank: str, suit: str) -> str | None:
        """The name of the card of two words, such as "five" and "hearts", or None."""
        rank, suit = rank.strip(), suit.strip()
        word = self.words.get(_small(rank), rank)
        letter = self.ranks.get(self._plain(RANK_WORDS.get(_small(word), word)))
        sign = self.suits.get(self._plain(self.words.get(_small(suit), suit)))
        return letter + sign if letter and sign else None

    def _pieces(self, part: str) -> list[str]:
        """Cut at spaces and dashes; "five of hearts" and "five hearts" stay whole, a lone rank joins its lone suit."""
        pieces, words = [], BETWEEN_PIECES.split(part)
        place = 0
        while place < len(words):
            two = [_small(word) for word in words[place : place + 2]]
            whole = " ".join(two) in self.words or (len(two) == 2 and self._two(*two))
            size = 3 if two[-1] in ("of", "di") else 2 if whole else 1
            pieces.append(" ".join(words[place : place + size]))
            place += size
        pieces = [piece for piece in pieces if piece]
        if self.case_matters or any(self._plain(piece) not in (*self.ranks, *self.suits) for piece in pieces):
            return pieces
        if not ALTERNATING.fullmatch("".join(self._kind(self._plain(piece)) for piece in pieces)):
            return pieces
        return [first + two for first, two in zip(pieces[::2], pieces[1::2], strict=True)]

    def _two(self, word: str, other: str) -> str | None:
        """The name of a card of a rank and a suit in words, in either order."""
        known = {_small(word), _small(other)} & self.words.keys()
        return (self.pair(word, other) or self.pair(other, word)) if known else None

    def _cards_in(self, piece: str) -> list[str] | None:
        if card := self.words.get(_small(piece)):
            return [card] if card not in (*self.ranks.values(), *self.suits.values()) else None
        if " " in piece:
            first, *_, last = piece.split(" ")
            name = self._two(first, last) or self.pair(first, last)
            return [name] if name else None
        plain = self._plain(piece)
        tokens = self._token.findall(plain)
        if "".join(tokens) != plain:
            return None
        kinds = "".join(map(self._kind, tokens))
        if not RANK_FIRST.fullmatch(kinds) and (self.case_matters or not SUIT_FIRST.fullmatch(kinds)):
            return None
        return list(self._paired(tokens))

    def _paired(self, tokens: list[str]) -> list[str]:
        names, left = [], iter(tokens)
        for token in left:
            if token in self.cards:
                names.append(self.cards[token])
            elif token in self.ranks:
                names.append(self.ranks[token] + self.suits[next(left)])
            else:
                names.append(self.ranks[next(left)] + self.suits[token])
        return names

    def _without_seat(self, text: str) -> str:
        """The text behind a seat; `S:` is south only where a hand with dots or a suit is behind it."""
        seat = SEAT.match(text)
        behind = text[seat.end() :] if seat else text
        is_suit = seat is not None and self._plain(seat[1]) in self.suits
        return text if is_suit and "." not in behind and self._plain(behind[:1]) not in self.suits else behind

    def _read_by_suit(self, text: str) -> Pieces | None:
        """The cards of a hand that is written suit by suit, or None if it is written card by card."""
        plain = self._suit_word.sub(lambda word: self.suits[self.words[word[0].lower()]], self._plain(text))
        if "." in plain:
            return [(name, [name]) for name in self._dotted(text, plain.split("."))]
        tokens = self._token.findall(plain)
        if not tokens or AMONG_SUITS.sub("", self._token.sub("", plain)):
            return None
        if not any(token in self.suits for token in tokens):
            return self._four_groups(text, plain)
        if tokens[0] in self.suits and tokens[-1] in self.suits and DASH.match(plain.strip()):
            readings = "each suit is before its ranks, or behind them and the first is a void"
            raise CardError(f"{quote(text)} has two readings: {readings}: expected no dash at the start")
        if tokens[0] in self.suits:
            return self._suits_first(text, plain, tokens)
        if tokens[-1] in self.suits and not ALTERNATING.fullmatch("".join(map(self._kind, tokens))):
            return (self._suits_first(text, plain, tokens[::-1]) or [])[::-1]
        return None

    def _dotted(self, text: str, groups: list[str]) -> list[str]:
        """The cards of four groups of ranks, spades first."""
        if len(groups) != len(self.by_suit):
            raise CardError(f"{quote(text)} has {len(groups)} suits: expected four with dots between, spades first")
        names = []
        for (suit, name), group in zip(self.by_suit.items(), groups, strict=True):
            ranks = "".join(group.split())
            ranks = "" if VOID.fullmatch(ranks) else ranks
            if unknown := self._rank_token.sub("", ranks):
                expected = f"expected {' '.join(dict.fromkeys(self.ranks.values()))}"
                where = f"in the {name} of {quote(text)}"
                raise CardError(f"{quote(unknown[0])} {where} is not a rank{strange(unknown[0])}: {expected}")
            names += [self.ranks[rank] + suit for rank in self._rank_token.findall(ranks)]
        return names

    def _four_groups(self, text: str, plain: str) -> Pieces | None:
        """Ranks alone, in four groups with slashes, commas, semicolons, bars, spaces or dashes between."""
        between = next((sign for sign in "/,;|" if sign in plain), None)
        cuts = [plain.split(between)] if between else [plain.split(), DASH.split(plain)]
        groups = next((groups for groups in cuts if len(groups) == len(self.by_suit)), None)
        return [(name, [name]) for name in self._dotted(text, groups)] if groups else None

    def _suits_first(self, text: str, plain: str, tokens: list[str]) -> Pieces | None:
        """Each suit followed by its ranks; a suit comes again only where every suit has one rank behind it."""
        ranks: list[tuple[str, list[str]]] = []
        for token in tokens:
            if token in self.suits:
                ranks.append((self.suits[token], []))
            else:
                ranks[-1][1].append(self.ranks[token])
        suits = [suit for suit, _ in ranks]
        again = next((suit for place, suit in enumerate(suits) if suit in suits[:place]), None)
        if again and any(len(group) != 1 for _, group in ranks):
            raise CardError(f"{quote(text)} names the {self.by_suit[again]} twice: expected each suit once")
        if len(set(suits)) < len(self.by_suit) and (apart := self._apart.search(plain)):
            readings = f"{quote(apart[0])} is of one suit, or of two and one is not named"
            raise CardError(f"{quote(text)} has two readings: {readings}: expected every suit, or the ranks together")
        names = [rank + suit for suit, group in ranks for rank in group]
        return [(name, [name]) for name in names] or None
