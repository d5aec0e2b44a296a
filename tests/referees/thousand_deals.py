"""Deals of Thousand, card by card, in which what a test vector of the rules page tells happens.

They were found by search; that they are legal and end as their names say is what playing them on
an engine shows. Seats are counted from forehand, who is the declarer.
"""

# name -> deck (in dealing order), cards passed to the left and to the right, play (a trick between
# bars; ! declares). The names tell the card points of the three seats (x: any) and the values of
# marriages declared.
WHOLE = {
    "90 12 18": (
        "QC QS QH QD JH 9S TC 9C 9D KD JS KH 9H AS AC JC AH KC TH TS TD KS JD AD",
        "JC KS",
        "QC JC KC | 9S JS TS | JH QH KH | TH 9H AD | TC AH TD | AC 9D AS | 9C QS KS | QD JD KD",
    ),
    "x 2 x": (
        "QC KS QH KC 9H TS JH QS 9D TD 9S AD KD TC AH AS KH JC QD JS AC 9C JD TH",
        "AS 9C",
        "QC KH JC | JH 9H TH | TC KC AS | QH AH KD | QS KS TS | TD AD 9D | QD JD AC | 9S JS 9C",
    ),
    "x 97 x": (
        "KS AS 9S KC JH 9C JD QS TD JC TC QH TH 9D AC QC AH 9H QD TS KH JS AD KD",
        "QC JS",
        "JD TD 9D | AS JS KS | JH KH QH | KD QD AD | TH 9H KC | TS 9S QS | AH JC TC | QC 9C AC",
    ),
    "x 114 x": (
        "TC JS KH QD TH KS TD QS JC JD 9S JH AD QC 9H AS AH KC KD TS 9D 9C AC QH",
        "AS 9C",
        "TD AD 9D | TH QH JH | AC KC TC | AH KH 9H | JS KS 9S | 9C QD JC | TS QC QS | AS JD KD",
    ),
    "x 25 x": (
        "KS 9C KH QC 9H 9S TH QS JC KD TD AD 9D AS JH TC AH AC QD JS JD TS KC QH",
        "TC TS",
        "QD 9D JD | KS JS TS | AS QS JC | 9S JH KC | KD TD TC | TH 9H KH | QC 9C AC | QH AD AH",
    ),
    "98 12 10": (
        "KD QS TH AD QH 9S 9D AC QC KC JS KH JH AS TD 9C AH TC 9H TS JC KS JD QD",
        "9C KS",
        "AD JD QD | TD QH KC | 9D AH KS | KD JH JC | 9H 9C TH | 9S JS TS | QC TC AC | KH QS AS",
    ),
    "100 20 0": (
        "KS JC KH 9H TH 9S AS JS 9D QD TS AH AD QC 9C KC JH AC QH TC TD QS JD KD",
        "KC QS",
        "AH JH KH | KS JD QS | AS AD 9S | TS JC AC | JS TH QC | QH 9D QD | 9H KC KD | 9C TC TD",
    ),
    "96 14 10": (
        "KS QC AH 9D JH 9S AS JS TD AD TS QH 9H JC 9C KC KH AC JD QS KD TC QD TH",
        "KC TC",
        "KS QS 9S | AS QC TH | TS QD JC | JS KC AH | 9C 9H TC | KD 9D TD | JH AD QH | JD KH AC",
    ),
    "67+40 0 53+40": (
        "KS JS KH 9H QD TS TH QS 9C 9D TD AH JD QC JH AS KD KC QH 9S AC TC JC AD",
        "AS TC",
        "TD QD AD | QC! QH 9C | KC JH JC | KH AH AS | QS! JS TS | TC KS 9S | 9H KD 9D | TH JD AC",
    ),
    "85+40 20 15": (
        "KS 9C KH KC TH 9S AD QS QC JH TS QD KD JC 9H TC AH 9D JD AS TD JS AC QH",
        "TC JS",
        "QD KD 9D | AH JH 9H | QC JC KC | AD AS TD | QS! 9C 9S | JD AC JS | QH TS TH | KS TC KH",
    ),
    "104 10 6": (
        "9C KS KH TH 9H 9S JD TS 9D KC AS AH KD TC TD AC QH JC JH JS QC QS QD AD",
        "AC QS",
        "AS KS 9S | AH 9H KH | TH QH JC | JH JS AD | JD KD KC | 9D TC TD | TS AC QS | 9C QD QC",
    ),
    "40 60+60 20": (
        "QS JC KH AC KD KS AS JS KC JH TS TH JD TD 9C QC AH AD QD 9S 9H TC 9D QH",
        "QC TC",
        "QS 9S KS | KH TH AH | KC! TC AC | JS JC JH | 9D TD QD | AD 9C KD | TS QC 9H | JD QH AS",
    ),
    "501 S H": (
        "KS AS JH 9C 9H 9S AD QS TD 9D TS KH KD JC TH AC AH JD QH JS QC TC QD KC",
        "AC TC",
        "TS JS 9S | QH! 9H JH | KH AH 9D | TD JD AD | TH AS KC | KS! KD QC | QS AC TC | 9C QD JC",
    ),
    "90 13 17": (
        "QC QS QH KC JH 9S TD JC AS QD 9C AH TH TC AD KS KH AC 9H JS JD TS 9D KD",
        "KS TS",
        "9H TH QH | KH TC AH | TD 9D JD | JC KS AC | QD AD AS | KC JS TS | 9C JH 9S | QC QS KD",
    ),
    "x 3 x": (
        "QS AC KH KS QH TS AD JS QD TD 9S 9H JH 9C 9D JD AH JC TC QC KC AS KD TH",
        "JD AS",
        "KS AH TS | KH 9H QH | AS JS QD | TH TC JH | TD 9D JD | 9C 9S QC | KD JC AD | QS AC KC",
    ),
    "x 98 x": (
        "KS AS 9S KC JH 9C JD QS TD JC TC QH TH 9D AC QC AH 9H QD TS KH JS AD KD",
        "QC JS",
        "JD TD 9D | AS JS KS | JH KH QH | KD QD AD | TH 9H AC | QC 9C TC | QS TS 9S | AH JC KC",
    ),
    "x 24 x": (
        "KS 9C KH QC 9H 9S TH QS JC KD TD AD 9D AS JH TC AH AC QD JS JD TS KC QH",
        "TC TS",
        "QD 9D JD | KS JS TS | AS QS JC | 9S JH KC | KD TD TC | TH AH QH | 9H KH AD | AC QC 9C",
    ),
    "120+100": (
        "TH 9C 9H QH KD JS AC AS QC 9D TS AH QD JD AD JC JH TD KH 9S KS QS KC TC",
        "JC QS",
        "AC 9C TC | KH! JH 9H | AH JC 9D | TS 9S KS | QH KD QS | TH QD JD | AS KC JS | AD QC TD",
    ),
    "60 40 20": (
        "QC QS JS QD JD 9H JC TC 9C JH TS AH 9D KH TD AS KD TH QH 9S AC KS KC AD",
        "AS KS",
        "QD 9D AD | KH AH JD | TD KD AC | TC 9C 9H | TS AS JS | 9S KS JC | JH QH QS | QC KC TH",
    ),
    "96+100 14 10": (
        "KD JS 9H TH JH 9C 9D KC JC JD AS KH AD TS TC QS AH TD QH 9S QC KS QD AC",
        "QS KS",
        "KC JC 9C | QH! AH 9H | JS TS AS | KD QD JD | TH JH AC | KH AD QC | TC QS KS | 9D 9S TD",
    ),
    "107+40 0 13": (
        "KS 9D JH AS QH 9S 9H QS QD TD TS AH AD JC TC JD KH QC 9C KC AC JS KD TH",
        "JD JS",
        "AS JD 9S | QS! KH JS | TS KD AC | TC KC QC | KS QH JH | 9C AD JC | TH AH 9D | 9H QD TD",
    ),
    "70+60 40 10": (
        "KS AS 9H QC KH TS AC QS TD KD 9S QD JH TC JD QH AH JC KC JS 9D 9C TH AD",
        "AC 9C",
        "KS AS TS | JH 9H QH | QS JS AD | 9S TD TC | KC! AC 9C | TH JC QC | JD KH KD | 9D QD AH",
    ),
    "120 0 0": (
        "TC 9C QH AD JH JS TD AS KC QD TS AH 9H KS AC QC KH JC TH 9S JD QS 9D KD",
        "QC QS",
        "AD 9D QD | TH 9H QH | AH JH JD | AS 9S QS | TD 9C KD | AC QC JC | TS KC JS | TC KH KS",
    ),
    "105 10 5": (
        "AS KC JH QC QH 9S 9H JS 9D TD TS AH KD KS JD AC KH 9C TH TC JC QS QD AD",
        "AC QS",
        "TS AC KS | AS KC 9S | 9H QH JH | KH TD TH | AH TC AD | JS 9D QS | JC QC KD | JD QD 9C",
    ),
    "40 40+60 40": (
        "KS JS KH TC 9D JC TD QS 9C JH TS AH KC QD JD AS TH AD KD 9S 9H AC QC QH",
        "AS AC",
        "QS 9S 9H | TD 9D QD | KD 9C AD | QH AH TH | KS AS JH | KC! AC TC | JC TS QC | JS KH JD",
    ),
    "four nines": (
        "AS JS JH QC 9H KS TD QS JC KD TS AH 9D KC TH 9C KH JD QH 9S QD TC AC AD",
        "9C TC",
        "QS 9S KS | TC QC 9C | JD TD 9D | TS JS KD | AH 9H JH | TH KH AD | QH JC QD | AS AC KC",
    ),
    "501 C D": (
        "KC TS JS QD JH JD AD QC AS 9C AC QH JC 9D AH KS KH 9H KD 9S TH QS TC TD",
        "KS QS",
        "QH JH 9H | KC! TC 9C | KS QS AH | QD! KH 9D | AS JS AC | JC TH QC | JD KD TS | AD 9S TD",
    ),
    "three nines": (
        "QC TS 9D KC KH JH TC 9C AD QH JS JD TH QS JC QD AH KD AC 9S AS KS 9H TD",
        "QD KS",
        "9C 9S 9D | JD AD KD | TS QS JS | QD TD JC | JH QC 9H | KS TC TH | AS AC AH | QH KC KH",
    ),
    "talon KH QH 9S": (
        "AS TD 9C KS TH 9H KH JC AD JD QH AH QD 9D 9S KC JS AC TC QS KD QC JH TS",
        "AS KS",
        "AH TH 9H | QH JH TS | TC AD 9C | KH TD AC | KC JS JD | 9S AS KS | QS 9D JC | QD KD QC",
    ),
    "four aces, TS first": (
        "9C KS KH AD QD 9S AC AS KC JH TS AH JD JC TC QC TH 9D 9H JS KD QS TD QH",
        "QC QS",
        "TS KS QS | AS JS 9S | TC QC JC | AH TH JH | AC KC KH | AD QD KD | 9H JD QH | 9D 9C TD",
    ),
    "four aces, AS first": (
        "AS KS QH TC KD 9S AD QS JC 9H TS AH JD 9D AC 9C KH TD JH JS QD QC KC TH",
        "9C QC",
        "AS JS 9S | AC JC QC | TC KC TD | AD KD 9D | QS KS QD | KH 9H AH | TS JD TH | JH 9C QH",
    ),
    "three aces": (
        "QS QC AH KS JH TC JS TS QD AD 9S JD TH 9D AS AC QH TD JC 9C KD KC 9H KH",
        "AC KC",
        "AS AC AH | JC QC TC | KC QS 9C | 9D JD QD | TH KH KS | JH AD TS | 9H KD JS | QH TD 9S",
    ),
    "QH! TH AH": (
        "9H 9C AH JH QD JS JD AS QC 9D TS KH TD KS AD JC TH TC QH 9S AC QS KC KD",
        "JC QS",
        "AS 9S JS | QH! TH AH | KS TS KC | 9H 9C 9D | AD QD KD | JD TD TC | QC AC JH | KH JC QS",
    ),
}

# The same, broken off where the vector asks what is legal or who wins; the number is the vector's.
BROKEN_OFF = {
    "8 none": (
        "TC QS 9S QD 9H 9D JC KS QC JH JS QH TD KH JD AS AH TH AD TS AC 9C KC KD",
        "AS 9C",
        "KS TS 9S | AS 9D JS | KC AC JC | KH QH 9H | JH QD AH",
    ),
    "8 QS": (
        "QS 9C AH KS TH JS TC TS AC QH 9S 9H AD KC 9D QC JH JD TD AS QD JC KD KH",
        "QC JC",
        "9S AS JS | AD JD TD | AC KC TC | QC JC 9H",
    ),
    "8 QS KH": (
        "QS QC JH KS KH TS TC JS 9D KD 9S 9H QH JC TD AC AH JD KC AS QD 9C AD TH",
        "AC 9C",
        "9S AS TS | AD JD TD | AC JC KC | 9D QD 9H",
    ),
    "8 QS AH": (
        "QS QC JH KS KH TS TC JS 9D KD 9S 9H QH JC TD AC AH JD KC AS QD 9C AD TH",
        "AC 9C",
        "9S AS TS | AD JD TD | AC JC KC | 9D QD 9H",
    ),
    "8 QC KC": (
        "KS KC AH QC JH QS AS JS JD AD 9S TH 9H TC TD AC KH JC KD TS 9D 9C QD QH",
        "AC 9C",
        "KS TS QS | QD AD TD | QH TH 9H | AS JD JC | JS JH 9D",
    ),
    "8 QC JH": (
        "TC 9D QD QC QH 9S JD QS AD KC JS AH JH AS TH TD KH 9C KD KS JC TS 9H AC",
        "TD TS",
        "KD AD QD | 9H JC AH | JS KS AS | TS QS QH | 9D 9S JD | TH KH KC",
    ),
    "9": (
        "9C KS AH QC QH JS JC QS AC JD TS KD 9H KC JH AS KH 9D QD 9S TD TC AD TH",
        "AS TC",
        "QC AC KC | KS JS QS | 9H TH JH | 9D KD AD",
    ),
    "10 foreign": (
        "TC QC AH 9H AD TS JC QS AC QD JS JH KD AS TD KC QH 9C TH 9S 9D KS JD KH",
        "KC KS",
        "JS 9S KS | 9C TC KC | QS QH AS | KD QD TD | JC QC KH",
    ),
    "10 only trumps": (
        "QC KS JC AC TH 9D TC QS JD JH 9S QH 9H KH 9C KC AH TS KD JS QD AS AD TD",
        "KC AS",
        "KD JD QD | QS KS TS | TD QH AD | AC KC JC | 9S JS AS | 9D QC TH",
    ),
    "10 own": (
        "KD QS QH 9H 9D JS TH QD QC JD TS AH AC 9C JH AS TD TC KH 9S JC KS KC AD",
        "AS KS",
        "TH QS QH | KH AC JC | JH KC 9C",
    ),
    "10 both": (
        "9C JS JH TD KH 9S TC QS KD 9D AS QH TH QC JC QD AH KC JD TS AC KS 9H AD",
        "QD KS",
        "QH TH JH | JS 9S QS | JC KH QC",
    ),
    "11 AS TS 9H": (
        "AS KS 9H QC AD 9D TH JS TC JH 9S AH QD QH JD 9C KH QS KC TS AC JC TD KD",
        "9C JC",
        "9S KS QS | 9C AC KC | KD JD QD | 9D TH TD | AH KH QH",
    ),
    "11 KH TH AS": (
        "9D QS AH TH AC 9S AD JC AS 9H TS QH KC QC TD KS JD QD JH JS KD TC 9C KH",
        "KS TC",
        "JC 9C QC | TC JH AC | TS JS 9S | QH QS AH | QD 9D JD",
    ),
    "11 9C AD TD": (
        "KC TC JH 9D QH TS AD AS QD QC JC AH TH QS JD TD KH KS 9H 9S 9C JS KD AC",
        "TD JS",
        "AS 9S QS | KC TC QC | QH JH AH | JC KH AC | KS JD KD",
    ),
    "11 9C AD TC": (
        "QD KS QH KD JH JS 9D 9C JD KC 9S KH TH TC TD AS AH JC 9H TS QC QS AD AC",
        "AS QS",
        "9S AS JS | KS QS 9D | TD JD KC | 9H AH QH | JH JC KH",
    ),
}
