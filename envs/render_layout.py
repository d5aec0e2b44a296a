"""Where everything lies in the picture of a table: a `Table` in, a tuple of shapes out.

The picture is `WIDTH` x `HEIGHT` units: title on top, opponents around a green table, the
trick and the named rows in the middle, the viewer's hand at the bottom, text lines below it.
The painters of `prikup.envs.render` draw the shapes; nothing is placed anywhere else.
"""

import math
import re

from prikup.envs.engine.table import Seat, Table
from prikup.envs.render_cards import (
    CARD_RATIO,
    UNKNOWN_CARD,
    Group,
    Rect,
    Text,
    card_group,
    shortened,
    sorted_hand,
    text_width,
)

WIDTH, HEIGHT = 900, 640
MARGIN = 16.0
TITLE_HEIGHT = 36.0
LINE_HEIGHT = 19.0
SIDE_WIDTH = 204.0  # of the panels left and right
HAND_CARD, GROUP_CARD, TRICK_CARD = 66.0, 24.0, 58.0
HAND_ROW = 18  # most cards in one row of the viewer's hand
ROW_LIFT = 27.0  # what a row of an opponent's cards shows below the next one

RIM, FELT, FELT_LINE = "#10291f", "#1d6b4a", "#2c8560"
PANEL, PANEL_LINE, PILL = "#14503a", "#2c8560", "#0d3a2a"
GOLD = "#ffd257"
LIGHT, MUTED = "#f4f8f5", "#bcd8ca"

Area = tuple[float, float, float, float]  # x, y, width, height
Shapes = list[Group | Text]


def table_shapes(table: Table) -> tuple[Group | Text, ...]:
    """Lay out a table.

    Args:
        table: The table as its viewer may see it.

    Returns:
        Shapes in the order of painting, in a picture of `WIDTH` x `HEIGHT` units.
    """
    strip_top = HEIGHT - _strip_height(table)
    shapes: Shapes = [_background(strip_top)]
    title = shortened(table.title, WIDTH - 2 * MARGIN, 17, "bold")
    shapes.append(Text(MARGIN, 24, title, 17, LIGHT, "bold", "start"))
    shapes += _strip(table, strip_top)
    viewer_shapes, hand_top = _viewer(table.seats[table.viewer], strip_top - 16)
    opponents, middle = _opponents(table, hand_top - 8)
    return tuple(shapes + opponents + _middle(table, middle) + viewer_shapes)


def _background(strip_top: float) -> Group:
    """Return the rim and the felt."""
    top, height = TITLE_HEIGHT, strip_top - TITLE_HEIGHT
    inner = (14.0, top + 8, WIDTH - 28.0, height - 16)
    return Group(
        "table",
        0,
        0,
        WIDTH,
        HEIGHT,
        (
            Rect(0, 0, WIDTH, HEIGHT, 0, RIM),
            Rect(6, top, WIDTH - 12, height, 26, FELT, "#0b1d16", 2),
            Rect(*inner, 20, "", FELT_LINE, 1.5),
        ),
    )


# --- text lines -------------------------------------------------------------------------------


def _columns(table: Table) -> int:
    """Return the number of columns of the text lines: two if there are many short ones."""
    widest = max((text_width(line, 13) for line in table.lines), default=0.0)
    return 2 if len(table.lines) > 2 and widest < WIDTH / 2 - 2 * MARGIN else 1


def _strip_height(table: Table) -> float:
    rows = math.ceil(len(table.lines) / _columns(table))
    return 12 + LINE_HEIGHT * min(rows, 5)


def _strip(table: Table, top: float) -> Shapes:
    """Return the text lines; of more than fit the last ones, which hold the news, are kept."""
    columns = _columns(table)
    rows = min(5, math.ceil(len(table.lines) / columns))
    width = (WIDTH - 2 * MARGIN) / columns
    shapes: Shapes = []
    for i, line in enumerate(table.lines[-rows * columns :] if rows else ()):
        x, y = MARGIN + width * (i // rows), top + 18 + LINE_HEIGHT * (i % rows)
        shapes.append(Text(x, y, shortened(line, width - 8, 13), 13, LIGHT, "sans", "start"))
    return shapes


# --- hands ------------------------------------------------------------------------------------


def _fan(seat: Seat, area: Area, card: float, gap: float, per_row: int, lift: float) -> Shapes:
    """Lay face-up cards by suit and then backs into rows centred in the area.

    Args:
        seat: Seat whose cards are laid.
        area: Place for the cards; only its width limits them.
        card: Width of a card.
        gap: Room between suits, where there is enough.
        per_row: Most cards in one row.
        lift: What a row shows of itself below the next one.
    """
    suits = sorted_hand(seat.cards)
    face_up = [text for held in suits for text in held]
    cards = face_up + [UNKNOWN_CARD] * seat.hidden
    if not cards:
        return []
    breaks = _breaks(suits, len(face_up), seat.hidden)
    rows = math.ceil(len(cards) / per_row)
    length = math.ceil(len(cards) / rows)
    x, y, width, _ = area
    shapes: Shapes = []
    for row in range(rows):
        part = range(row * length, min(len(cards), (row + 1) * length))
        gaps = gap * sum(i in breaks for i in part[1:])
        room = (width - card - gaps) / max(1, len(part) - 1)
        step = min(room, card + 4)
        left = x + (width - card - gaps - step * (len(part) - 1)) / 2
        for i in part:
            if i in breaks and i != part[0]:
                left += gap
            shapes.append(card_group(cards[i], left, y + row * lift, card))
            left += step
    return shapes


def _breaks(suits: list[list[str]], face_up: int, hidden: int) -> set[int]:
    """Return the positions in a fan before which there is a gap."""
    breaks, position = set(), 0
    for held in suits:
        position += len(held)
        breaks.add(position)
    return breaks if hidden else breaks - {face_up}


def _group_cards(group: tuple[str, tuple[str, ...], int], area: Area) -> Shapes:
    """Lay a named group: its label above small cards, overlapping where room is short."""
    label, face_up, hidden = group
    x, y, width, _ = area
    cards = [text for held in sorted_hand(face_up) for text in held] + [UNKNOWN_CARD] * hidden
    shown = shortened(label, width, 11)
    shapes: Shapes = [Text(x, y + 10, shown, 11, MUTED, "sans", "start")]
    if not cards:
        return shapes + [Text(x, y + 28, "–", 12, MUTED, "sans", "start")]
    step = min((width - GROUP_CARD) / max(1, len(cards) - 1), GROUP_CARD + 2)
    return shapes + [
        card_group(text, x + i * step, y + 14, GROUP_CARD) for i, text in enumerate(cards)
    ]


GROUP_HEIGHT = 14 + CARD_RATIO * GROUP_CARD


# --- seats ------------------------------------------------------------------------------------


def _pills(notes: tuple[str, ...], width: float, max_rows: int) -> list[tuple[int, float, str]]:
    """Break notes into rows of pills; return (row, x, note) of each one shown."""
    placed: list[tuple[int, float, str]] = []
    row, x = 0, 0.0
    for note in notes:
        shown = shortened(note, width - 14, 11)
        wide = text_width(shown, 11) + 14
        if x > 0 and x + wide > width:
            row, x = row + 1, 0.0
        if row == max_rows:
            last_row, left, last = placed[-1]
            if not last.endswith("…"):
                placed[-1] = (last_row, left, "…")  # say that something is left out
            break
        placed.append((row, x, shown))
        x += wide + 5
    return placed


def _plate(seat: Seat, area: Area, name: str, max_rows: int) -> Group:
    """Return the panel of a seat with its name and notes; the seat to act is marked in gold."""
    x, y, width, height = area
    edge = (GOLD, 2.5) if seat.active else (PANEL_LINE, 1.0)
    count = len(seat.cards) + seat.hidden
    number = f"{count} card{'' if count == 1 else 's'}"
    room = width - 26 - text_width(number, 11)
    shapes: list[Rect | Text] = [
        Rect(0, 0, width, height, 9, PANEL, *edge),
        Text(
            10,
            18,
            shortened(seat.name, room, 14, "bold"),
            14,
            GOLD if seat.active else LIGHT,
            "bold",
            "start",
        ),
        Text(width - 10, 17, number, 11, MUTED, "sans", "end"),
    ]
    for row, left, note in _pills(seat.notes, width - 20, max_rows):
        wide = text_width(note, 11) + 14
        top = 26.0 + 21 * row
        shapes.append(Rect(10 + left, top, wide, 17, 8.5, PILL))
        shapes.append(Text(10 + left + wide / 2, top + 12.5, note, 11, LIGHT))
    return Group(name, x, y, width, height, tuple(shapes))


def _pill_rows(seat: Seat, width: float, max_rows: int) -> int:
    return max((row + 1 for row, _, _ in _pills(seat.notes, width - 20, max_rows)), default=0)


def _panel_height(seat: Seat, width: float, card: float, note_rows: int) -> float:
    """Return the height of an opponent's panel; an empty hand keeps its place."""
    height = 28.0 + 21 * _pill_rows(seat, width, note_rows) + CARD_RATIO * card + 8
    height += ROW_LIFT * (_seat_rows(seat, width, card) - 1)
    return height + (GROUP_HEIGHT + 8 if seat.groups else 0.0)


def _seat_rows(seat: Seat, width: float, card: float) -> int:
    """Return the number of rows an opponent's cards need to stay legible."""
    if not seat.cards:
        return 1
    most = int((width - 20 - card) / 17) + 1
    return math.ceil((len(seat.cards) + seat.hidden) / most)


def _opponent(seat: Seat, number: int, area: Area, card: float, note_rows: int) -> Shapes:
    """Return the panel of an opponent: name, notes, cards, groups from top to bottom."""
    x, y, width, height = area
    shapes: Shapes = [_plate(seat, area, f"seat {number}", note_rows)]
    y += 28 + 21 * _pill_rows(seat, width, note_rows)
    rows = _seat_rows(seat, width, card)
    per_row = max(1, math.ceil((len(seat.cards) + seat.hidden) / rows))
    gap = 6.0 if rows == 1 and len(seat.cards) * 26 < width else 0.0
    shapes += _fan(seat, (x + 10, y, width - 20, 0.0), card, gap, per_row, ROW_LIFT)
    y += CARD_RATIO * card + 8 + ROW_LIFT * (rows - 1)
    cell = (width - 20) / max(1, len(seat.groups))
    for i, group in enumerate(seat.groups):
        shapes += _group_cards(group, (x + 10 + i * cell, y, cell - 8, GROUP_HEIGHT))
    return shapes


def _viewer(seat: Seat, bottom: float) -> tuple[Shapes, float]:
    """Return the viewer's hand and plate above `bottom`, and the top of all that."""
    count = len(seat.cards) + seat.hidden
    rows = max(1, math.ceil(count / HAND_ROW))
    hand_top = bottom - CARD_RATIO * HAND_CARD - 38 * (rows - 1)
    place = (MARGIN + 8, hand_top, WIDTH - 2 * MARGIN - 16, 0.0)
    shapes = _fan(seat, place, HAND_CARD, 12, HAND_ROW, 38)
    height = 49.0 if seat.notes else 28.0
    notes_width = 30 + sum(text_width(note, 11) + 19 for note in seat.notes)
    plate_width = min(360.0 if seat.groups else 640.0, max(190.0, notes_width))
    band = max(height, GROUP_HEIGHT if seat.groups else 0.0)
    x = MARGIN + 8 if seat.groups else (WIDTH - plate_width) / 2
    plate = (x, hand_top - 8 - height, plate_width, height)
    shapes.append(_plate(seat, plate, "seat viewer", 1))
    left = x + plate_width + 18
    cell = min(190.0, (WIDTH - MARGIN - 8 - left) / max(1, len(seat.groups)))
    for i, group in enumerate(seat.groups):
        area = (left + i * cell, hand_top - 8 - GROUP_HEIGHT, cell - 14, GROUP_HEIGHT)
        shapes += _group_cards(group, area)
    return shapes, hand_top - 8 - band


def _clockwise(table: Table) -> list[int]:
    """Return the opponents clockwise from the viewer's left."""
    count = len(table.seats)
    return [(table.viewer + i) % count for i in range(1, count)]


def _opponents(table: Table, bottom: float) -> tuple[Shapes, Area]:
    """Return the opponents around the table and the area left in the middle."""
    order = _clockwise(table)
    top = TITLE_HEIGHT + 16
    if not order:
        return [], (MARGIN + 10, top, WIDTH - 2 * MARGIN - 20, bottom - top)
    sides = [order[0], order[-1]] if len(order) >= 3 else []
    upper = order[1:-1] if sides else order
    cell = (WIDTH - 2 * MARGIN - 16) / len(upper)
    width = min(cell - 8, 320.0 if len(upper) > 1 else 400.0)
    # A crowded table gets by with one row of notes, and then with smaller cards.
    largest = {1: 50.0, 2: 42.0}.get(len(order), 36.0)
    for card, note_rows in ((largest, 2), (largest, 1), (26.0, 1)):
        heights = [_panel_height(table.seats[seat], width, card, note_rows) for seat in upper]
        beside = [_panel_height(table.seats[s], SIDE_WIDTH, card, note_rows) for s in sides]
        if top + max(heights) + 10 + max(beside, default=120.0) <= bottom:
            break
    shapes: Shapes = []
    for i, seat in enumerate(upper):
        area = (MARGIN + 8 + cell * (i + 0.5) - width / 2, top, width, max(heights))
        shapes += _opponent(table.seats[seat], seat, area, card, note_rows)
    top += max(heights) + 10
    x, right = MARGIN + 8, WIDTH - MARGIN - 8
    if sides:
        for seat, left, height in zip(sides, (x, right - SIDE_WIDTH), beside, strict=True):
            y = top + (bottom - top - height) / 2
            area = (left, y, SIDE_WIDTH, height)
            shapes += _opponent(table.seats[seat], seat, area, card, note_rows)
        x, right = x + SIDE_WIDTH + 12, right - SIDE_WIDTH - 12
    return shapes, (x, top, right - x, bottom - top)


# --- the middle -------------------------------------------------------------------------------


def _middle(table: Table, area: Area) -> Shapes:
    """Return the named rows and the trick; they share the area if there are both."""
    x, y, width, height = area
    if not table.rows:
        return _center(table, area)
    if not table.center:
        return _rows(table, area)
    part = 0.62 * width
    return _rows(table, (x, y, part, height)) + _center(
        table, (x + part + 12, y, width - part - 12, height)
    )


def _rows(table: Table, area: Area) -> Shapes:
    """Return the named rows, in as many columns as they need."""
    x, y, width, height = area
    columns = math.ceil(len(table.rows) / 4)
    lines = math.ceil(len(table.rows) / columns)
    cell, pitch = width / columns, height / lines
    card = max(20.0, min(46.0, (pitch - 6) / CARD_RATIO))
    pitch = min(pitch, CARD_RATIO * card + 12)
    y += (height - pitch * lines) / 2
    label = min(0.35 * cell, max(text_width(name, 13) for name, _ in table.rows) + 14)
    longest = max(len(cards) for _, cards in table.rows)
    used = min(cell, max(label + longest * (card + 4), 120.0) + 10)
    x += (cell - used) * columns / 2
    cell = used
    shapes: Shapes = []
    for i, (name, cards) in enumerate(table.rows):
        left, top = x + cell * (i // lines), y + pitch * (i % lines)
        base = top + CARD_RATIO * card / 2 + 5
        shown = shortened(name, label - 8, 13)
        shapes.append(Text(left, base, shown, 13, MUTED, "sans", "start"))
        room = cell - label - card - 10
        step = min(card + 4, room / max(1, len(cards) - 1))
        for j, text in enumerate(cards):
            shapes.append(card_group(text, left + label + j * step, top, card))
    return shapes


def seat_of_label(table: Table, label: str) -> int:
    """Return the seat that a label of the trick names, or -1."""
    for seat, entry in enumerate(table.seats):
        if entry.name == label:
            return seat
    match = re.fullmatch(r"(?:player|seat) (\d+)", label)
    return int(match[1]) if match and int(match[1]) < len(table.seats) else -1


def _direction(table: Table, seat: int) -> tuple[float, float]:
    """Return where a seat sits, seen from the middle, each axis in -1..1."""
    order = _clockwise(table)
    if seat == table.viewer:
        return 0.0, 1.0
    i = order.index(seat)
    if len(order) < 3:
        return (0.0 if len(order) == 1 else (-0.5, 0.5)[i]), -1.0
    if i in (0, len(order) - 1):
        return (-1.0 if i == 0 else 1.0), 0.0
    upper = len(order) - 2
    return (0.0 if upper == 1 else 0.56 * (2 * (i - 1) / (upper - 1) - 1)), -1.0


def _center(table: Table, area: Area) -> Shapes:
    """Return the cards of the trick before their players, other cards to the left of it."""
    if not table.center:
        return []
    played: dict[int, list[tuple[str, str]]] = {}
    for label, text in table.center:
        played.setdefault(seat_of_label(table, label), []).append((label, text))
    x, y, width, height = area
    if set(played) == {-1} or width < 360:
        return _grid(list(table.center), area)
    shapes: Shapes = []
    if -1 in played:
        shapes += _grid(played.pop(-1), (x, y, 0.24 * width, height))
        x, width = x + 0.24 * width, 0.76 * width
    reach = min(width / 2 - 45, 210.0)
    # The cards of side and upper neighbours stand 0.44 * reach apart.
    card = min(TRICK_CARD, (height - 44) / 2 / CARD_RATIO, 0.42 * reach)
    rise = max(0.0, height / 2 - CARD_RATIO * card / 2 - 16)
    for seat, cards in played.items():
        dx, dy = _direction(table, seat)
        left = x + width / 2 + dx * reach - card / 2
        top = y + height / 2 + dy * rise - CARD_RATIO * card / 2
        step = min(0.4 * card, 1.2 * card / len(cards))
        left -= step * (len(cards) - 1) / 2
        for i, (_, text) in enumerate(cards):
            shapes.append(card_group(text, left + i * step, top, card))
        base = top - 5 if dy < 0 else top + CARD_RATIO * card + 13
        shown = shortened(cards[0][0], 90, 12)
        middle = left + (step * (len(cards) - 1) + card) / 2
        shapes.append(Text(middle, base, shown, 12, MUTED))
    return shapes


def _grid(cards: list[tuple[str, str]], area: Area) -> Shapes:
    """Return labelled cards side by side, in rows of equal cells."""
    x, y, width, height = area
    columns = max(1, min(len(cards), int(width / 84)))
    lines = math.ceil(len(cards) / columns)
    card = max(20.0, min(TRICK_CARD, (height / lines - 24) / CARD_RATIO, width / columns - 4))
    pitch = CARD_RATIO * card + 24
    cell = min(width / columns, 110.0)
    x += (width - cell * columns) / 2
    y += (height - pitch * lines) / 2
    shapes: Shapes = []
    for i, (label, text) in enumerate(cards):
        left = x + cell * (i % columns) + cell / 2
        top = y + pitch * (i // columns)
        shapes.append(Text(left, top + 12, shortened(label, cell - 4, 12), 12, MUTED))
        shapes.append(card_group(text, left - card / 2, top + 17, card))
    return shapes
