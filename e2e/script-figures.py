"""What the scripts of script-figures.ts compute, computed from the files themselves.

Prints figures by survey and drill path: how many interviews, and the indicators named there. By hand:
  python3 e2e/script-figures.py ../shared/data > e2e/script-figures.json
"""

import csv
import json
import re
import sys
from fractions import Fraction
from pathlib import Path

data = Path(sys.argv[1])


def rows(name):
    with open(data / name, encoding="utf-8-sig", newline="") as file:
        return [{key.strip(): value for key, value in row.items()} for row in csv.DictReader(file)]


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def valid(text, least, most):
    value = number(text)
    return None if value is None or not least <= value <= most else int(value)


def mean(values):
    return float(Fraction(sum(values), len(values))) if values else None


def hundredths(values):
    """The mean of whole numbers, cut off after two decimals."""
    return sum(values) * 100 // len(values) if values else None


def airline():
    items = [
        "Inflight wifi service", "Departure/Arrival time convenient", "Ease of Online booking", "Gate location",
        "Food and drink", "Online boarding", "Seat comfort", "Inflight entertainment", "On-board service",
        "Leg room service", "Baggage handling", "Checkin service", "Inflight service", "Cleanliness",
    ]
    people = []
    for row in rows("airline-satisfaction/train.csv") + rows("airline-satisfaction/test.csv"):
        index = hundredths([value for item in items if (value := valid(row[item], 1, 5)) is not None])
        satisfied = row["satisfaction"] == "satisfied"
        late = number(row["Arrival Delay in Minutes"])
        group = (
            "delighted" if satisfied and index is not None and index >= 400
            else "atRisk" if not satisfied and row["Customer Type"] == "Loyal Customer"
            else "other"
        )
        lateness = None if late is None else 0 if late == 0 else 1 if late <= 15 else 2 if late <= 60 else 3
        people.append((group, lateness, index, satisfied, valid(row["Inflight wifi service"], 1, 5), row["Class"]))

    def told(chosen):
        wifi = [one[4] for one in chosen if one[4] is not None]
        return {"count": len(chosen), "satisfied": 100 * mean([int(one[3]) for one in chosen]), "wifi": mean(wifi)}

    all_by = {f"travel,all;group={name}": told([one for one in people if one[0] == name])
              for name in ("delighted", "atRisk", "other")}
    all_by |= {f"travel,all;lateness={code}": told([one for one in people if one[1] == code]) for code in range(4)}
    all_by["travel,all;index=3.25_4.1"] = told([one for one in people if one[2] is not None and 325 <= one[2] <= 410])
    all_by["class,all,Business;group=atRisk"] = told([one for one in people if one[0] == "atRisk" and one[5] == "Business"])
    return all_by


def clothing():
    people = []
    for row in rows("clothing-reviews/reviews.csv"):
        words = len(re.findall(r"[A-Za-z']+", row["Review Text"]))
        rating = valid(row["Rating"], 1, 5)
        praises = rating is not None and rating >= 4 and re.search(r"love|perfect", row["Review Text"], re.I) is not None
        people.append((words, "yes" if praises else "no", rating))

    def told(chosen):
        return {"count": len(chosen), "rating": mean([one[2] for one in chosen if one[2] is not None])}

    return {
        "department,all;praises=yes": told([one for one in people if one[1] == "yes"]),
        "department,all;praises=no": told([one for one in people if one[1] == "no"]),
        "department,all;words=50_80": told([one for one in people if 50 <= one[0] <= 80]),
        "department,all;words=0_0": told([one for one in people if one[0] == 0]),
    }


def airport():
    people = []
    for year in (2017, 2018):
        for row in rows(f"sfo-airport-survey/sfo{year}.csv"):
            items = [valid(row[name], 1, 5) for name in ("Q7ART", "Q7FOOD", "Q7SIGN", "Q7SCREENS")]
            said = [item for item in items if item is not None]
            lowest = min(said) if len(said) == 4 else None
            people.append((year, lowest, valid(row["Q7ALL"], 1, 5)))

    def told(chosen):
        return {"count": len(chosen), "overall": mean([one[2] for one in chosen if one[2] is not None])}

    return {
        f"area,all;year={year};lowest={lowest}": told([one for one in people if one[0] == year and one[1] == lowest])
        for year in (2017, 2018)
        for lowest in range(1, 6)
    }


figures = {"airline-satisfaction": airline(), "clothing-reviews": clothing(), "sfo-airport": airport()}
json.dump(figures, sys.stdout, indent=2)
print()
