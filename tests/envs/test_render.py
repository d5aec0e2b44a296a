"""Pictures of a table show every card that the table names, and nothing else."""

import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from prikup.envs.engine.table import Seat, Table
from prikup.envs.render import table_rgb, table_svg, table_text
from prikup.envs.render_cards import (
    OUTLINES,
    Group,
    Pip,
    Rect,
    Text,
    card_face,
    parse_card,
    text_width,
)
from prikup.envs.render_layout import HEIGHT, WIDTH, table_shapes

PACK_36 = tuple(rank + suit for suit in "SCDH" for rank in "6789TJQKA")
PACK_52 = tuple(rank + suit for suit in "SCDH" for rank in "23456789TJQKA")

NINETY_NINE = Table(
    title="Ninety-Nine, deal 2",
    seats=(
        Seat("player 0", PACK_36[3:30:3], 0, (("bid cards", ("6S", "7S", "8S"), 0),), ("bid 3",)),
        Seat("player 1", (), 8, (("laid aside", (), 3),), ("tricks 1", "declares"), True),
        Seat("player 2", (), 8, (("laid aside", (), 3),), ("dealer",)),
    ),
    viewer=0,
    center=(("player 1", "AH"), ("player 2", "KH")),
    lines=("Scores: 43, 12, 30", "Trumps: spades"),
)
DEVYATKA = Table(
    title="Nine, five players",
    seats=(
        Seat("player 0", (), 5, notes=("passes 1",)),
        Seat("player 1", (), 4),
        Seat("player 2", ("6S", "AS", "QD", "6H"), notes=("passes 0",), active=True),
        Seat("player 3", (), 3),
        Seat("player 4", (), 0, notes=("out",)),
    ),
    viewer=2,
    rows=(
        ("spades", ("8S", "9S", "TS")),
        ("clubs", ("9C",)),
        ("diamonds", ("6D", "7D", "8D", "9D", "TD", "JD")),
        ("hearts", ()),
    ),
)
KUHN = Table("Kuhn", (Seat("A", ("K",)), Seat("B", (), 1, active=True)), 0, lines=("Pot 2",))
BATTLE = Table(
    title="Pairs, a trump and a stock",
    seats=(Seat("<&>", PACK_52[:18]), Seat("second", ("TD", "JOKER", "12H", "11S"), 2)),
    viewer=0,
    center=(("trump", "7H"), ("stock", "??")),
    rows=tuple((f"pair {i}", (f"{i}C", f"{i}D")) for i in range(2, 8)),
    lines=tuple(f"a rather long line of news, number {i}, " + "x" * 70 for i in range(9)),
)


def _crowd(players: int, viewer: int) -> Table:
    """Return a crowded table: 18 cards for the viewer, open hands, tricks, groups and notes."""
    seats = []
    for seat in range(players):
        cards = PACK_52[:18] if seat == viewer else PACK_52[seat * 7 : seat * 7 + 7]
        groups = (("won", ("AS", "AC"), 3), ("laid aside", (), 2))
        notes = ("bid 4", "tricks 2", "declarer", "a note that is long enough to be cut short")
        seats.append(Seat(f"player {seat}", cards, seat, groups, notes, seat == 1))
    trick = tuple((f"player {seat}", PACK_52[seat]) for seat in range(players))
    return Table("A crowd " * 20, tuple(seats), viewer, trick + (("turn-up", "JOKER"),))


TABLES = [NINETY_NINE, DEVYATKA, KUHN, BATTLE] + [_crowd(n, n - 1) for n in range(2, 7)]


def _shown(table: Table) -> Counter[str]:
    """Count the cards and backs a table asks for, straight from its fields."""
    wanted: Counter[str] = Counter()
    for seat in table.seats:
        wanted.update(seat.cards)
        wanted["??"] += seat.hidden
        for _, cards, hidden in seat.groups:
            wanted.update(cards)
            wanted["??"] += hidden
    wanted.update(card for _, card in table.center)
    wanted.update(card for _, cards in table.rows for card in cards)
    return +wanted


def _groups(table: Table) -> list[Group]:
    return [shape for shape in table_shapes(table) if isinstance(shape, Group)]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.title[:20])
def test_every_card_is_drawn_once(table):
    """The picture holds each card of the table as often as the table names it."""
    drawn = Counter(
        "??" if group.name == "back" else group.name.removeprefix("card ")
        for group in _groups(table)
        if group.name == "back" or group.name.startswith("card ")
    )

    assert _shown(table) == drawn


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.title[:20])
def test_nothing_leaves_the_picture(table):
    """Groups lie inside the picture, what they hold inside them, and text does not run out."""
    for shape in table_shapes(table):
        if isinstance(shape, Text):
            width = text_width(shape.text, shape.size, shape.font)
            left = shape.x - {"start": 0, "middle": width / 2, "end": width}[shape.anchor]

            assert 0 <= left and left + width <= WIDTH, shape
            assert 0 < shape.y < HEIGHT, shape
            continue

        assert 0 <= shape.x and shape.x + shape.width <= WIDTH + 0.01, shape.name
        assert 0 <= shape.y and shape.y + shape.height <= HEIGHT + 0.01, shape.name
        for inner in shape.shapes:
            if isinstance(inner, Rect):
                assert 0 <= inner.x and inner.x + inner.width <= shape.width + 0.01
                assert 0 <= inner.y and inner.y + inner.height <= shape.height + 0.01
            elif isinstance(inner, Text | Pip):
                assert 0 <= inner.x <= shape.width and 0 <= inner.y <= shape.height


@pytest.mark.parametrize("players", range(2, 7))
def test_panels_do_not_cover_each_other(players):
    """Seat panels are apart, and the cards of the trick lie on none of them."""
    table = _crowd(players, 0)
    seats = [group for group in _groups(table) if group.name.startswith("seat")]
    hand = [group for group in _groups(table) if group.name.startswith("card")][-18:]

    assert players == len(seats)
    for i, first in enumerate(seats):
        for second in seats[i + 1 :] + hand:
            assert _apart(first, second), (first.name, second.name)

    bare = [replace(seat, cards=(), hidden=0, groups=()) for seat in table.seats]
    groups = _groups(replace(table, seats=tuple(bare)))
    trick = [group for group in groups if group.name.startswith("card")]

    assert players + 1 == len(trick)
    for i, first in enumerate(trick):
        others = trick[i + 1 :] + [group for group in groups if group.name.startswith("seat")]
        for second in others:
            assert _apart(first, second), (first.name, second.name)


def _apart(first: Group, second: Group) -> bool:
    """Say whether two groups do not overlap."""
    return (
        first.x + first.width <= second.x
        or second.x + second.width <= first.x
        or first.y + first.height <= second.y
        or second.y + second.height <= first.y
    )


def test_eighteen_cards_stay_legible():
    """In a hand of 18 no card covers the rank and suit in the corner of its neighbour."""
    hand = [group for group in _groups(BATTLE) if group.width > 60 and group.name != "table"]
    cards = sorted((group for group in hand if group.name.startswith("card")), key=lambda g: g.x)

    assert 18 == len(cards)
    for left, right in zip(cards, cards[1:], strict=False):
        corner = max(
            shape.x + shape.size / 2
            for shape in left.shapes
            if isinstance(shape, Pip) and shape.x < left.width / 3
        )
        assert corner <= right.x - left.x


def test_suits_have_their_colours():
    """Diamonds and hearts are red, spades and clubs black, in every pip of every card."""
    for group in _groups(BATTLE):
        suit = parse_card(group.name.removeprefix("card "))[1]
        pips = [shape for shape in group.shapes if isinstance(shape, Pip)]
        if suit and suit in "SCDH" and group.name.startswith("card"):
            assert pips
            assert {suit} == {pip.suit for pip in pips}
            for pip in pips:
                red, green, blue = (int(pip.fill[i : i + 2], 16) for i in (1, 3, 5))
                is_red = red > 150 and green < 80 and blue < 80
                is_black = max(red, green, blue) < 60

                assert (suit in "DH", suit in "SC") == (is_red, is_black)


def test_cards_without_a_suit_have_no_pip():
    """The one-letter cards of the poker minis are drawn as letters only."""
    king = next(group for group in _groups(KUHN) if group.name == "card K")

    assert not [shape for shape in king.shapes if isinstance(shape, Pip)]
    assert {"K"} == {shape.text for shape in king.shapes if isinstance(shape, Text)}


def test_backs_are_all_alike():
    """A back has no text and no suit symbol, and all backs of one size are the same shapes."""
    backs = [group for group in _groups(NINETY_NINE) if group.name == "back"]

    assert 22 == len(backs)  # 2 hands of 8 and 2 x 3 cards laid aside
    assert 2 == len({back.shapes for back in backs})
    assert not [s for back in backs for s in back.shapes if isinstance(s, Text | Pip)]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.title[:20])
def test_text_names_only_cards_of_the_table(table):
    """Every card read back from the text is one of the table, as often as it is there."""
    text = table_text(replace(table, title="", lines=()))
    letters = {"♠": "S", "♣": "C", "♦": "D", "♥": "H"}
    read = Counter(
        rank + letters[suit] for rank, suit in re.findall(r"([\dTJQKA]{1,2})([♠♣♦♥])", text)
    )
    wanted = {card: n for card, n in _shown(table).items() if parse_card(card)[1] in set("SCDH")}

    assert wanted == read


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.title[:20])
def test_text_fits_a_terminal(table):
    """No line is wider than 80 columns, and colours add only escape codes."""
    plain = table_text(table)

    assert max(len(line) for line in plain.split("\n")) <= 80
    assert plain == re.sub(r"\x1b\[[\d;]*m", "", table_text(table, color=True))


def test_text_sorts_the_hand_by_suit():
    """The viewer's hand is sorted by suit, high cards first, with gaps between the suits."""
    table = Table("t", (Seat("me", ("6S", "QD", "AS", "6H", "TS")), Seat("you", (), 3)), 0)

    assert "  A♠ T♠ 6♠   6♥   Q♦" in table_text(table).split("\n")
    assert "  ░░░ 3" in table_text(table).split("\n")


def test_text_lays_the_trick_out_by_seat():
    """Opponents' cards stand below them from left to right clockwise, the viewer's at the foot."""
    table = replace(
        NINETY_NINE, viewer=1, center=(("player 2", "AH"), ("player 0", "KH"), ("player 1", "6H"))
    )
    lines = table_text(table).split("\n")
    names = next(line for line in lines if "player 2" in line)
    trick = next(line for line in lines if "A♥" in line)

    assert names.index("player 2") < names.index("player 0")
    assert trick.index("A♥") < 40 <= trick.index("K♥")
    assert "6♥" == lines[lines.index(trick) + 1].strip()


def test_active_seat_is_marked():
    """The seat to act carries a mark in the text and a thick edge in the picture."""
    marked = [line for line in table_text(KUHN).split("\n") if line.startswith("►")]
    edges = {
        group.name: group.shapes[0].stroke_width
        for group in _groups(KUHN)
        if group.name.startswith("seat")
    }

    assert ["► B"] == marked
    assert edges["seat 1"] > edges["seat viewer"]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.title[:20])
def test_svg_is_well_formed_and_stands_alone(table):
    """The SVG parses, shows the same texts as the shapes, and refers to nothing outside."""
    svg = table_svg(table)
    space = "{http://www.w3.org/2000/svg}"
    texts = Counter(element.text for element in ElementTree.fromstring(svg).iter(f"{space}text"))
    wanted: Counter[str | None] = Counter()
    for shape in table_shapes(table):
        inner = shape.shapes if isinstance(shape, Group) else (shape,)
        wanted.update(text.text for text in inner if isinstance(text, Text))

    assert wanted == texts
    assert "href" not in svg and "url(" not in svg


def test_outlines_are_closed_and_symmetric():
    """Each contour ends where it starts and each suit is its own mirror image."""
    for suit, contours in OUTLINES.items():
        points = []
        for start, curves in contours:
            points += [curve[4:] for curve in curves]

            assert start == pytest.approx(curves[-1][4:], abs=1e-9)
        mirrored = sorted((round(-x, 6) + 0.0, round(y, 6)) for x, y in points)

        assert mirrored == sorted((round(x, 6) + 0.0, round(y, 6)) for x, y in points), suit


@pytest.mark.parametrize("size", [(900, 640), (450, 320), (300, 500)])
def test_rgb_shape_and_content(size):
    """Pixels have the asked shape, do not depend on earlier pictures, and show red and white."""
    pytest.importorskip("PIL")
    pytest.importorskip("matplotlib")
    width, height = size
    pixels = table_rgb(NINETY_NINE, width, height)
    table_rgb(DEVYATKA, width, height)

    assert (height, width, 3) == pixels.shape
    assert np.uint8 == pixels.dtype
    assert np.array_equal(pixels, table_rgb(NINETY_NINE, width, height))
    red = (pixels[..., 0] > 150) & (pixels[..., 1] < 80) & (pixels[..., 2] < 80)
    white = (pixels > 245).all(axis=2)
    assert red.any() and white.any()


def test_rgb_of_a_tiny_picture():
    """A thumbnail of a few pixels is drawn without an error."""
    pytest.importorskip("PIL")
    pytest.importorskip("matplotlib")

    assert (2, 3, 3) == table_rgb(BATTLE, 3, 2).shape


def test_import_is_light():
    """Importing the module loads neither Pillow nor matplotlib."""
    code = "import sys, prikup.envs.render; print({'PIL', 'matplotlib'} & set(sys.modules))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "set()" == shown.stdout.strip()


@pytest.mark.parametrize("width", [22, 24, 30, 44, 64])
@pytest.mark.parametrize(("card", "index"), [("TH", "10"), ("12S", "12"), ("11C", "11")])
def test_ranks_of_two_digits_are_written_out(card, index, width):
    """A ten keeps its index on the smallest cards that are drawn."""
    shown = [shape.text for shape in card_face(card, width) if isinstance(shape, Text)]

    assert index == shown[0]
