"""The simple shapes of a picture, and a playing card made of them.

A picture is a sequence of shapes in the order of painting: `Rect`, `Text`, `Pip` (a suit
symbol), `Lines`, and `Group`, which moves some shapes to a place and gives them a name. Suit
symbols are outlines of our own, because a font may lack them. Read from the shapes down to
`card_face` and `card_back`.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

INK = "#1c2126"
RED = "#c4202f"
PLAIN = "#2b3f63"
PAPER = "#fdfdfa"
EDGE = "#8d978f"
BACK = "#2a5298"
BACK_LINE = "#5f8ad0"

SUITS = "SCDH"
JOKER_PIP = "*"
SUIT_COLORS = {"S": INK, "C": INK, "D": RED, "H": RED, JOKER_PIP: "#7a3fa0", "": PLAIN}
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "11", "12", "J", "Q", "K", "A")
COURT = ("J", "Q", "K")
UNKNOWN_CARD = "??"
CARD_RATIO = 1.4  # height over width


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle with round corners; the stroke lies inside."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    fill: str
    stroke: str = ""
    stroke_width: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; (x, y) lies on the base line at `anchor`: start, middle or end."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    font: str = "sans"  # sans, bold or serif
    anchor: str = "middle"
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Pip:
    """A suit symbol (`S`, `C`, `D`, `H`, or `*` for a joker) centred at (x, y)."""

    suit: str
    x: float
    y: float
    size: float
    fill: str
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Lines:
    """Straight strokes, each (x1, y1, x2, y2)."""

    segments: tuple[tuple[float, float, float, float], ...]
    stroke: str
    stroke_width: float


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes moved to (x, y); they stay inside width x height, and their text lies on top."""

    name: str
    x: float
    y: float
    width: float
    height: float
    shapes: tuple["Rect | Text | Pip | Lines", ...]


# A contour is its starting point and cubic curves (x1, y1, x2, y2, x, y), closed, in a box of
# height 1 centred at 0 with y pointing down.
Cubic = tuple[float, float, float, float, float, float]
Contour = tuple[tuple[float, float], tuple[Cubic, ...]]


def _mirrored(start: tuple[float, float], half: tuple[Cubic, ...]) -> Contour:
    """Close a right half, drawn from the axis back to the axis, by its mirror image."""
    ends = (start,) + tuple(curve[4:] for curve in half)
    back = tuple(
        (-curve[2], curve[3], -curve[0], curve[1], -ends[i][0], ends[i][1])
        for i, curve in reversed(tuple(enumerate(half)))
    )
    return start, half + back


def _circle(x: float, y: float, radius: float) -> Contour:
    """Return a circle of four cubic curves."""
    k = 0.5523 * radius  # the usual distance of the handles for a quarter circle
    return (x, y - radius), (
        (x + k, y - radius, x + radius, y - k, x + radius, y),
        (x + radius, y + k, x + k, y + radius, x, y + radius),
        (x - k, y + radius, x - radius, y + k, x - radius, y),
        (x - radius, y - k, x - k, y - radius, x, y - radius),
    )


def _star() -> Contour:
    """Return a five-pointed star; a straight edge is a curve with handles at its ends."""
    points = []
    for i in range(10):
        radius = 0.52 if i % 2 == 0 else 0.22
        angle = math.pi * (i / 5 - 0.5)
        points.append((radius * math.cos(angle), 0.03 + radius * math.sin(angle)))
    edges = zip(points, points[1:] + points[:1], strict=True)
    return points[0], tuple(first + second + second for first, second in edges)


_HEART = _mirrored(
    (0.0, -0.27),
    (
        (0.03, -0.42, 0.13, -0.48, 0.24, -0.48),
        (0.38, -0.48, 0.49, -0.37, 0.49, -0.21),
        (0.49, 0.09, 0.15, 0.26, 0.0, 0.5),
    ),
)
_SPADE = _mirrored(
    (0.0, -0.5),
    (
        (0.13, -0.27, 0.46, -0.12, 0.46, 0.13),
        (0.46, 0.27, 0.36, 0.35, 0.25, 0.35),
        (0.15, 0.35, 0.08, 0.3, 0.035, 0.22),
        (0.05, 0.36, 0.1, 0.45, 0.19, 0.5),
        (0.1, 0.5, 0.05, 0.5, 0.0, 0.5),
    ),
)
_STEM = _mirrored(
    (0.0, -0.05),
    (
        (0.02, 0.0, 0.03, 0.05, 0.03, 0.1),
        (0.04, 0.33, 0.09, 0.45, 0.19, 0.5),
        (0.1, 0.5, 0.05, 0.5, 0.0, 0.5),
    ),
)
_DIAMOND = _mirrored(
    (0.0, -0.52),
    ((0.1, -0.32, 0.24, -0.14, 0.38, 0.0), (0.24, 0.14, 0.1, 0.32, 0.0, 0.52)),
)
OUTLINES: dict[str, tuple[Contour, ...]] = {
    "S": (_SPADE,),
    "H": (_HEART,),
    "D": (_DIAMOND,),
    "C": (_circle(0.0, -0.27, 0.225), _circle(-0.26, 0.1, 0.225), _circle(0.26, 0.1, 0.225), _STEM),
    JOKER_PIP: (_star(),),
}


def parse_card(text: str) -> tuple[str, str]:
    """Split a card text into rank and suit.

    Args:
        text: Card text, for example `"TD"`, `"12H"`, `"JOKER"` or `"K1"`.

    Returns:
        Rank and suit letter; the suit is `*` for a joker and empty for a card without a suit.
    """
    if text.startswith("JOKER"):
        return text, JOKER_PIP
    if text[-1:] in SUITS and text[:-1] in RANKS:
        return text[:-1], text[-1]
    return text, ""


def sorted_hand(cards: tuple[str, ...]) -> list[list[str]]:
    """Group a hand by suit, colours alternating, high cards first; other cards come last."""
    # Neighbouring suits of the same colour would be hard to tell apart in a fan.
    suits: dict[str, list[str]] = {suit: [] for suit in ("S", "H", "C", "D", JOKER_PIP, "")}
    for card in cards:
        suits[parse_card(card)[1]].append(card)
    for suit, held in suits.items():
        if suit and suit in SUITS:
            held.sort(key=lambda card: -RANKS.index(parse_card(card)[0]))
    return [held for held in suits.values() if held]


def text_width(text: str, size: float, font: str = "sans") -> float:
    """Estimate the width of a text in DejaVu without opening the font."""
    units = 0.0
    for char in text:
        if char in "ijl.,:;|'! ":
            units += 0.33
        elif char in "mwMW%—…":
            units += 0.95
        elif char in "frt()-/I":
            units += 0.4
        else:
            units += 0.64 if not char.isupper() else 0.7
    return units * size * (1.0 if font == "sans" else 1.12)


def shortened(text: str, width: float, size: float, font: str = "sans") -> str:
    """Cut a text that is wider than `width` and end it with an ellipsis."""
    if text_width(text, size, font) <= width:
        return text
    while text and text_width(text + "…", size, font) > width:
        text = text[:-1]
    return text.rstrip() + "…"


@lru_cache(maxsize=512)
def card_face(text: str, width: float) -> tuple[Rect | Text | Pip | Lines, ...]:
    """Return the shapes of a face-up card; its height is `CARD_RATIO * width`."""
    rank, suit = parse_card(text)
    color = SUIT_COLORS[suit]
    height = CARD_RATIO * width
    shapes: list[Rect | Text | Pip | Lines] = [
        Rect(0, 0, width, height, 0.1 * width, PAPER, EDGE, 1.0)
    ]
    shapes += _center(rank, suit, color, width, height)
    shapes += _corner(rank, suit, color, width, height, turned=False)
    if width >= 44:
        shapes += _corner(rank, suit, color, width, height, turned=True)
    return tuple(shapes)


def _corner(
    rank: str, suit: str, color: str, width: float, height: float, turned: bool
) -> list[Rect | Text | Pip | Lines]:
    """Return the index in the top left corner, or turned in the bottom right one."""
    size = max(11.0, 0.25 * width)
    x = max(7.5, 0.17 * width)
    shapes: list[Rect | Text | Pip | Lines] = []
    y = 0.045 * height
    if suit != JOKER_PIP:
        full = "10" if rank == "T" else rank
        font_size = size if len(full) == 1 else 0.8 * size
        shown = shortened(full, 0.6 * width, font_size, "bold")
        y += 0.8 * size
        shapes.append(_turn(Text(x, y, shown, font_size, color, "bold"), width, height, turned))
    if suit:
        pip = 0.75 * size
        y += 0.2 * size + pip / 2
        shapes.append(_turn(Pip(suit, x, y, pip, color), width, height, turned))
    return shapes


def _turn(shape: Text | Pip, width: float, height: float, turned: bool) -> Text | Pip:
    """Turn a shape by half a circle around the centre of the card."""
    if not turned:
        return shape
    x, y = width - shape.x, height - shape.y
    if isinstance(shape, Text):
        return Text(x, y, shape.text, shape.size, shape.fill, shape.font, turned=True)
    return Pip(shape.suit, x, y, shape.size, shape.fill, turned=True)


def _center(
    rank: str, suit: str, color: str, width: float, height: float
) -> list[Rect | Text | Pip | Lines]:
    """Return the big pip, or the big letter of a court card and of a card without a suit."""
    if width < 30:
        return []
    # A small card has one corner index only, so its middle moves towards the free corner.
    x, y = (width / 2, height / 2) if width >= 44 else (0.6 * width, 0.62 * height)
    if rank in COURT or not suit:
        size = 0.58 * width
        shown = shortened(rank, 0.8 * width, size / max(1, len(rank)), "serif")
        size /= max(1, len(shown)) ** 0.5
        return [Text(x, y + 0.36 * size, shown, size, color, "serif")]
    return [Pip(suit, x, y, (0.62 if rank == "A" else 0.48) * width, color)]


@lru_cache(maxsize=64)
def card_back(width: float) -> tuple[Rect | Text | Pip | Lines, ...]:
    """Return the shapes of a card lying face down: a framed lattice."""
    height = CARD_RATIO * width
    inset = max(2.0, 0.07 * width)
    right, bottom = width - inset, height - inset
    step = max(5.0, width / 6)
    segments = []
    offset = inset - bottom + step / 2
    while offset < right - inset:
        # The diagonal x - y = offset inside the frame, and its mirror image.
        x1, x2 = max(inset, offset + inset), min(right, offset + bottom)
        y1, y2 = x1 - offset, x2 - offset
        if x2 - x1 > 1:
            segments.append((x1, y1, x2, y2))
            segments.append((width - x1, y1, width - x2, y2))
        offset += step
    frame = (right - inset, bottom - inset, 0.06 * width)
    return (
        Rect(0, 0, width, height, 0.1 * width, PAPER, EDGE, 1.0),
        Rect(inset, inset, *frame, BACK),
        Lines(tuple(segments), BACK_LINE, max(0.8, width / 55)),
        Rect(inset, inset, *frame, "", BACK, max(1.0, width / 40)),
    )


def card_group(text: str, x: float, y: float, width: float) -> Group:
    """Place a card; `??` is a card lying face down."""
    height = CARD_RATIO * width
    if text == UNKNOWN_CARD:
        return Group("back", x, y, width, height, card_back(width))
    return Group(f"card {text}", x, y, width, height, card_face(text, width))
