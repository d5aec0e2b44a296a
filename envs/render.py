"""Pictures of a card table: text for a terminal, SVG, and pixels.

`table_text` lays out its own lines. `table_svg` and `table_rgb` paint the same shapes, which
`prikup.envs.render_layout` has placed; Pillow and matplotlib (for its font) are imported when
pixels are first asked for.
"""

import re
import textwrap
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray

from prikup.envs.engine.table import Seat, Table
from prikup.envs.render_cards import (
    OUTLINES,
    UNKNOWN_CARD,
    Group,
    Lines,
    Pip,
    Rect,
    Text,
    parse_card,
    sorted_hand,
)
from prikup.envs.render_layout import (
    HEIGHT,
    RIM,
    WIDTH,
    seat_of_label,
    table_shapes,
)

COLUMNS = 80
SYMBOLS = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}
BACK = "░"
HARD_SPACE = "\u00a0"  # keeps a number beside what it counts when lines are wrapped

# --- text -------------------------------------------------------------------------------------


def table_text(table: Table, color: bool = False) -> str:
    """Draw a table as text for a terminal of 80 columns.

    Args:
        table: The table as its viewer may see it.
        color: Whether to paint red suits and the seat to act with ANSI escape codes.

    Returns:
        Lines joined by newlines, opponents above, the viewer's hand below.
    """
    count = len(table.seats)
    order = [(table.viewer + i) % count for i in range(1, count)]
    viewer = table.seats[table.viewer]
    parts = [
        _wrapped(table.title, ""),
        _seat_columns([table.seats[seat] for seat in order]),
        _trick_lines(table, order) + _row_lines(table),
        _seat_lines(viewer, COLUMNS),
        [line for text in table.lines for line in _wrapped(text, "")],
    ]
    rule = "─" * COLUMNS
    text = f"\n{rule}\n".join("\n".join(part) for part in parts if part)
    return _colored(text) if color else text


def _colored(text: str) -> str:
    text = re.sub(r"[\dTJQKA]{1,2}[♦♥]", "\x1b[31m\\g<0>\x1b[0m", text)
    return text.replace("►", "\x1b[1;33m►\x1b[0m")


def _card_text(card: str) -> str:
    rank, suit = parse_card(card)
    return BACK if card == UNKNOWN_CARD else rank + SYMBOLS.get(suit, "")


def _wrapped(text: str, indent: str, width: int = COLUMNS) -> list[str]:
    lines = textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent)
    return [line.replace(HARD_SPACE, " ") for line in lines]


def _hand_text(cards: tuple[str, ...], hidden: int) -> str:
    """Return cards sorted by suit, a gap of three spaces between suits, backs as boxes."""
    suits = [" ".join(_card_text(card) for card in held) for held in sorted_hand(cards)]
    if hidden:
        suits.append(BACK * min(hidden, 8) + f"{HARD_SPACE}{hidden}")
    return "   ".join(suits)


def _seat_lines(seat: Seat, width: int) -> list[str]:
    """Return a seat as lines of at most `width` columns."""
    name = seat.name if len(seat.name) <= width - 2 else seat.name[: width - 3] + "…"
    notes = " · ".join(seat.notes)
    lines = [("► " if seat.active else "  ") + name]
    if notes and len(lines[0]) + len(notes) + 4 <= width:
        lines[0] += "    " + notes
    else:
        lines += _wrapped(notes, "  ", width)
    lines += _wrapped(_hand_text(seat.cards, seat.hidden), "  ", width)
    for label, cards, hidden in seat.groups:
        lines += _wrapped(f"{label}: {_hand_text(cards, hidden) or '–'}", "  ", width)
    return lines


def _seat_columns(seats: list[Seat]) -> list[str]:
    """Return opponents side by side, at most six in a band."""
    lines: list[str] = []
    for first in range(0, len(seats), 6):
        band = seats[first : first + 6]
        width = COLUMNS // len(band)
        columns = [_seat_lines(seat, width - 1) for seat in band]
        for i in range(max(len(column) for column in columns)):
            cells = [column[i] if i < len(column) else "" for column in columns]
            lines.append("".join(cell.ljust(width) for cell in cells).rstrip())
    return lines


def _trick_lines(table: Table, order: list[int]) -> list[str]:
    """Return the cards of the trick under their players, then the other cards by label."""
    width = COLUMNS // min(6, max(1, len(order)))
    by_label: dict[str, list[str]] = {}
    for label, card in table.center:
        by_label.setdefault(label, []).append(_card_text(card))
    played: dict[int, str] = {}
    others = []
    for label, cards in by_label.items():
        seat, text = seat_of_label(table, label), " ".join(cards)
        if seat < 0 or len(order) > 6 or len(text) >= width:
            others.append(f"{label}: {text}".replace(" ", HARD_SPACE))
        else:
            played[seat] = text
    above = "".join(played.get(seat, "").center(width) for seat in order)
    below = played.get(table.viewer, "").center(COLUMNS)
    lines = [line.rstrip() for line in (above, below) if line.strip()]
    return lines + _wrapped("   ".join(others), "  ")


def _row_lines(table: Table) -> list[str]:
    width = min(24, max((len(name) for name, _ in table.rows), default=0))
    lines = []
    for name, cards in table.rows:
        text = " ".join(_card_text(card) for card in cards) or "–"
        first = "  " + name[:width].ljust(width) + "  "
        rest = " " * len(first)
        lines += textwrap.wrap(text, COLUMNS, initial_indent=first, subsequent_indent=rest)
    return lines


# --- SVG --------------------------------------------------------------------------------------

_FAMILIES = {
    "sans": 'font-family="DejaVu Sans,Verdana,sans-serif"',
    "bold": 'font-family="DejaVu Sans,Verdana,sans-serif" font-weight="bold"',
    "serif": 'font-family="DejaVu Serif,Georgia,serif" font-weight="bold"',
}


def table_svg(table: Table) -> str:
    """Draw a table as an SVG document.

    Args:
        table: The table as its viewer may see it.

    Returns:
        The text of the document, with no reference to anything outside it.
    """
    body = "\n".join(_svg(shape) for shape in table_shapes(table))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" role="img">\n'
        f"<title>{escape(table.title)}</title>\n{body}\n</svg>\n"
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _svg(shape: Group | Rect | Text | Pip | Lines) -> str:
    """Return one shape as SVG."""
    number = _number
    if isinstance(shape, Group):
        body = "".join(_svg(inner) for inner in shape.shapes)
        return f'<g transform="translate({number(shape.x)} {number(shape.y)})">{body}</g>'
    if isinstance(shape, Pip):
        size = -shape.size if shape.turned else shape.size
        place = f"translate({number(shape.x)} {number(shape.y)}) scale({number(size)})"
        return f'<path fill="{shape.fill}" transform="{place}" d="{_path(shape.suit)}"/>'
    if isinstance(shape, Lines):
        path = "".join(
            f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
            for x1, y1, x2, y2 in shape.segments
        )
        width = number(shape.stroke_width)
        return f'<path stroke="{shape.stroke}" stroke-width="{width}" d="{path}"/>'
    if isinstance(shape, Rect):
        return _svg_rect(shape)
    x, y = number(shape.x), number(shape.y)
    turn = f' transform="rotate(180 {x} {y})"' if shape.turned else ""
    return (
        f'<text x="{x}" y="{y}" font-size="{number(shape.size)}" {_FAMILIES[shape.font]} '
        f'fill="{shape.fill}" text-anchor="{shape.anchor}"{turn}>{escape(shape.text)}</text>'
    )


def _svg_rect(rect: Rect) -> str:
    inset = rect.stroke_width / 2 if rect.stroke else 0.0  # SVG strokes both sides of an edge
    values = {
        "x": rect.x + inset,
        "y": rect.y + inset,
        "width": rect.width - 2 * inset,
        "height": rect.height - 2 * inset,
        "rx": max(0.0, rect.radius - inset),
    }
    text = " ".join(f'{name}="{_number(value)}"' for name, value in values.items())
    text += f' fill="{rect.fill or "none"}"'
    if rect.stroke:
        text += f' stroke="{rect.stroke}" stroke-width="{_number(rect.stroke_width)}"'
    return f"<rect {text}/>"


@lru_cache(maxsize=8)
def _path(suit: str) -> str:
    """Return the outline of a suit as SVG path data."""
    parts = []
    for (x, y), curves in OUTLINES[suit]:
        parts.append(f"M{x:.3g} {y:.3g}")
        parts += ["C" + " ".join(f"{value:.3g}" for value in curve) for curve in curves]
        parts.append("Z")
    return "".join(parts)


# --- pixels -----------------------------------------------------------------------------------


def table_rgb(table: Table, width: int = 900, height: int = 640) -> NDArray[np.uint8]:
    """Draw a table as pixels; needs Pillow and matplotlib.

    Args:
        table: The table as its viewer may see it.
        width: Pixels across, at least 1.
        height: Pixels down, at least 1. The picture keeps its shape and is centred.

    Returns:
        uint8[height, width, 3], red, green and blue.
    """
    from PIL import Image, ImageDraw

    scale = min(width / WIDTH, height / HEIGHT)
    left, top = (width - WIDTH * scale) / 2, (height - HEIGHT * scale) / 2
    image = Image.new("RGB", (width, height), RIM)
    draw = ImageDraw.Draw(image)
    for shape in table_shapes(table):
        if isinstance(shape, Group):
            sprite = _sprite(shape.shapes, shape.width, shape.height, scale)
            place = (round(left + shape.x * scale), round(top + shape.y * scale))
            image.paste(sprite, place, sprite)
        else:
            _paint_text(image, draw, shape, scale, left, top)
    return np.array(image)


@lru_cache(maxsize=256)
def _sprite(shapes: tuple[Any, ...], width: float, height: float, scale: float) -> Any:
    """Return the shapes of a group as an image with transparency.

    Pillow does not smooth edges, so shapes are drawn larger and reduced. Text is smooth by
    itself and is drawn afterwards.
    """
    from PIL import Image, ImageDraw

    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    factor = 4 if size[0] * size[1] < 100_000 else 2
    large = Image.new("RGBA", (size[0] * factor, size[1] * factor), (0, 0, 0, 0))
    draw = ImageDraw.Draw(large)
    for shape in shapes:
        if not isinstance(shape, Text):
            _paint(draw, shape, scale * factor)
    image = large.reduce(factor)
    draw = ImageDraw.Draw(image)
    for shape in shapes:
        if isinstance(shape, Text):
            _paint_text(image, draw, shape, scale, 0.0, 0.0)
    return image


def _paint(draw: Any, shape: Rect | Pip | Lines, scale: float) -> None:
    """Draw one shape without smoothing."""
    if isinstance(shape, Pip):
        size = (-shape.size if shape.turned else shape.size) * scale
        for contour in _polygons(shape.suit):
            points = [(shape.x * scale + size * x, shape.y * scale + size * y) for x, y in contour]
            draw.polygon(points, fill=shape.fill)
    elif isinstance(shape, Lines):
        thick = max(1, round(shape.stroke_width * scale))
        for segment in shape.segments:
            draw.line([value * scale for value in segment], fill=shape.stroke, width=thick)
    else:
        x, y = shape.x * scale, shape.y * scale
        right, bottom = x + shape.width * scale - 1, y + shape.height * scale - 1
        box = (x, y, max(x, right), max(y, bottom))
        draw.rounded_rectangle(
            box,
            radius=shape.radius * scale,
            fill=shape.fill or None,
            outline=shape.stroke or None,
            width=max(1, round(shape.stroke_width * scale)) if shape.stroke else 0,
        )


def _paint_text(image: Any, draw: Any, text: Text, scale: float, left: float, top: float) -> None:
    """Draw one text at the final size."""
    from PIL import Image, ImageDraw

    font = _font(text.font, max(1.0, text.size * scale))
    place = (left + text.x * scale, top + text.y * scale)
    anchor = {"start": "ls", "middle": "ms", "end": "rs"}[text.anchor]
    if not text.turned:
        draw.text(place, text.text, fill=text.fill, font=font, anchor=anchor)
        return
    x1, y1, x2, y2 = (round(value) for value in draw.textbbox((0, 0), text.text, font, anchor))
    mask = Image.new("L", (max(1, x2 - x1), max(1, y2 - y1)))
    ImageDraw.Draw(mask).text((-x1, -y1), text.text, fill=255, font=font, anchor=anchor)
    box = (round(place[0]) - x2, round(place[1]) - y2)
    image.paste(text.fill, box, mask.transpose(Image.Transpose.ROTATE_180))


@lru_cache(maxsize=64)
def _font(name: str, size: float) -> Any:
    """Open the DejaVu font that matplotlib brings along."""
    import matplotlib
    from PIL import ImageFont

    file = {"sans": "DejaVuSans", "bold": "DejaVuSans-Bold", "serif": "DejaVuSerif-Bold"}[name]
    path = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / f"{file}.ttf"
    return ImageFont.truetype(str(path), size)


@lru_cache(maxsize=8)
def _polygons(suit: str) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Return the outline of a suit as polygons, eight points to a curve."""
    return tuple(tuple(_curve_points(start, curves)) for start, curves in OUTLINES[suit])


def _curve_points(start: Any, curves: Any) -> Iterator[tuple[float, float]]:
    x0, y0 = start
    for x1, y1, x2, y2, x3, y3 in curves:
        for i in range(8):
            t = i / 8
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3
        x0, y0 = x3, y3
