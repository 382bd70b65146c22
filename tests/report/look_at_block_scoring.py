#!/usr/bin/python3
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
"""look_at_block_scoring.py FOLDER: do the results files of the block studies say what a head, scored anew, and the
mathematics of block scores say, and does the rendered page tell the same? Reads the files with h5py alone and shares
no code with the notebook."""

import base64
import html
import pathlib
import re
import sys

import h5py
import numpy

folder = pathlib.Path(sys.argv[1])
data = pathlib.Path(__file__).resolve().parents[2] / "data"
page = (folder / "block_scoring.html").read_text(encoding="utf-8")
text = html.unescape(re.sub(r"<(?:style|script).*?</(?:style|script)>|<[^>]+>",
                            lambda tag: "|" if tag[0].startswith(("<td", "<th", "<tr")) else "", page, flags=re.S))
words = re.sub(r" *\|[ |]*", "|", " ".join(text[text.index("Medians, and the range of the ratio"):].split()))
KEYS = {"mean": "mean{log_size=true}", "MoBA": "mean{log_size=false}", "full": "second_order{covariance=full,rank=4}",
        "diagonal": "second_order{covariance=diagonal,rank=4}", "rank 1": "low rank: second_order{covariance=low_rank,rank=1}",
        "rank 4": "low rank: second_order{covariance=low_rank,rank=4}", "spla": "spla", "series 3": "series{order=3}",
        "hils mean query": "hils{landmark=mean_query,order=1,vector=[]}", "hils mean key": "hils{landmark=mean_key,order=1,vector=[]}",
        "hils last key": "hils{landmark=last,order=1,vector=[]}", "largest logit": "max{of=keys}", "box": "max{of=box}", "exact": "exact"}


class Study:
    """Arrays of one results file by name, over the cases that have a choice; of a scorer with its name too."""

    def __init__(self, name):
        self.file = h5py.File(folder / "block_scoring" / f"{name}.h5")
        self.keys = list(self.file["config_key"][()].astype(str))
        self.choice = self.file["choosing_queries"][()] > 0

    def __call__(self, value, name=None):
        array = self.file[value][()]
        array = array.astype(str) if array.dtype == object else array
        return array[self.choice] if name is None else array[self.keys.index(KEYS[name])][self.choice]


blocks, table, marks = Study("blocks"), Study("block_table"), Study("landmarks")
within, real, unequal = blocks("within_block_std"), blocks("source") == "file", blocks("unequal") > 0
heat = numpy.where(real, 1 / blocks("temperature"), blocks("scale"))
size, top, file, head = blocks("block"), blocks("top_k"), blocks("file"), blocks("head")
places = {}
for i, place in enumerate(zip(file, numpy.nan_to_num(head), heat, size, unequal, numpy.nan_to_num(blocks("replicate")))):
    places.setdefault(place, i)
once = numpy.zeros(within.size, dtype=bool)
once[list(places.values())] = True
heads = sorted(set(zip(file[real], head[real])))


def says(sentence):
    assert sentence in words, f"the page does not say: {sentence}"


def more(name, value="captured_mass", base="mean"):
    return blocks(value, name) - blocks(value, base)


def the_page():
    images = [base64.b64decode(code) for code in re.findall(r'src="data:image/png;base64,([^"]+)"', page)]
    saved = sorted(folder.glob("*.png"))
    assert len(images) == len(saved) == 7, f"the page holds {len(images)} pictures, the folder {len(saved)}"
    for image in images:
        assert image.startswith(b"\x89PNG") and len(image) > 10_000, "a picture is empty"
    assert "Traceback" not in page and "Warning" not in page and not re.search(r"\bnan\b", words)
    for study in (blocks, table, marks):
        assert study.file.attrs["content_digest"] in page, "the page does not name a digest"
        assert not (study.file["failed"][()] > 0).any(), "a scorer failed"


def a_head_scored_anew():
    """Head 1 of the small encoder, 8 blocks of 16 keys, at its own logits, from the arrays themselves."""
    with h5py.File(data / "use_l0_h0123_n128_d64.h5") as arrays:
        scale = numpy.sqrt(arrays.attrs["logit_scale"])
        q, k = (arrays[name][1].astype(float) * scale for name in "qk")
    q, landmark, k = q[16:], q[:16].mean(axis=0), k.reshape(8, 16, -1)
    logits = numpy.einsum("id,btd->ibt", q, k)
    exact = numpy.log(numpy.exp(logits).sum(axis=2))
    variance = logits.var(axis=2)
    mean = numpy.log(16) + logits.mean(axis=2)
    tilt = numpy.exp(k @ landmark)
    tilt /= tilt.sum(axis=1, keepdims=True)
    scores = {"exact": exact, "mean": mean, "full": mean + variance / 2, "spla": mean + numpy.log1p(variance / 2),
              "diagonal": mean + numpy.einsum("il,bl->ib", q**2, k.var(axis=1)) / 2, "largest logit": logits.max(axis=2),
              "hils mean query": numpy.einsum("ibt,bt->ib", logits, tilt) - (tilt * numpy.log(tilt)).sum(axis=1)}
    mass = numpy.exp(exact) / numpy.exp(exact).sum(axis=1, keepdims=True)
    (case,) = numpy.flatnonzero((file == "use_l0_h0123_n128_d64.h5") & (head == 1) & (heat == 1) & (size == 16) & (top == 2))
    best = numpy.argsort(-exact, axis=1)[:, :2]
    # Sums of some hundred terms near 10; choices agree unless scores tie, and none does.
    same = dict(rtol=1e-9, atol=1e-11)
    assert numpy.isclose(within[case], numpy.sqrt(variance.mean()), **same)
    for name, score in scores.items():
        chosen = numpy.argsort(-score, axis=1)[:, :2]
        recall = numpy.mean([len(set(a) & set(b)) / 2 for a, b in zip(best, chosen)])
        captured = numpy.take_along_axis(mass, chosen, axis=1).sum(axis=1).mean()
        assert numpy.isclose(blocks("recall", name)[case], recall, **same), f"{name}: recall"
        assert numpy.isclose(blocks("captured_mass", name)[case], captured, **same), f"{name}: mass"
        if name in ("mean", "full", "hils mean query"):
            assert numpy.isclose(blocks("score_bias", name)[case], (score - exact).mean(), **same), f"{name}: bias"
            assert numpy.isclose(blocks("score_error", name)[case], numpy.sqrt(((score - exact) ** 2).mean()), **same), f"{name}: error"


def first_order():
    ratio = -blocks("score_bias", "mean") / (within**2 / 2)
    small = once & (blocks("own_block") == "none") & (within < 0.5)
    # The third order is some tenths of the second at a std of 0.5.
    assert 0.95 < ratio[small].min() and ratio[small].max() < 1.05 and (blocks("score_bias", "mean") < 0).all()
    x, y = numpy.log(within[small]**2 / 2), numpy.log(-blocks("score_bias", "mean")[small])
    slope = ((x - x.mean()) * (y - y.mean())).sum() / ((x - x.mean())**2).sum()
    assert abs(slope - 1) < 0.05
    says(f"its bias is −{numpy.median(ratio[small]):.3f} times variance/2 in the median of {small.sum()} cases, "
         f"from {ratio[small].min():.3f} to {ratio[small].max():.3f}")
    says(f"there is {slope:.3f}")
    says(f"negative in {once.sum()} of {once.sum()} cases")


def second_order():
    error = blocks("score_error", "full") / blocks("score_error", "mean")
    near, far = once & (within < 1), within >= 4
    assert (error[near] < 1).all() and (more("full", "kendall_tau")[near] > 0).all() and numpy.median(error[once & far]) > 1
    says(f"in {near.sum()} of {near.sum()} cases, to {numpy.median(error[near]):.2f} times in the median")
    says(f"is {numpy.median(error[once & far]):.2f} times that of the mean in the median, and the mass is lower than with the mean in "
         f"{(more('full')[far] < 0).sum()} of {far.sum()} cases")
    hot = [(one, number) for one, number in heads if more("full")[(file == one) & (head == number) & (heat == 4)].sum() < 0]
    says(f"loses mass in the mean on {len(hot)} of {len(heads)} heads")
    groups = ~real & (size == blocks("group"))
    for scale in numpy.unique(heat[groups]):
        gain = [more("full", "kendall_tau")[groups & (heat == scale) & spread].mean() for spread in (~unequal, unequal)]
        assert gain[1] > 3 * gain[0] > 0, "unequal spreads gain no more than equal ones"
        for spread in (~unequal, unequal):
            here = groups & spread & (heat == scale)
            values = [blocks(value, name)[here].mean() for value in ("kendall_tau", "recall", "captured_mass") for name in ("mean", "full")]
            says("|" + "|".join(f"{value:.3f}" for value in (*values, blocks("exact_captured_mass")[here].mean())))
    spla = more("spla", base="full")
    last = far & real
    says(f"in {(spla[last] > 0).sum()} of {last.sum()} cases and less in {(spla[last] < 0).sum()}")
    says(f"within {numpy.abs(spla[within < 0.5]).max():.4f} of that of the second order")


def of_the_gain(name, rows):
    """Shares of the recall that the covariance gains over the mean, where it gains 0.01."""
    gains = [[more(other, "recall")[row].mean() for other in (name, "full")] for row in rows]
    return [100 * mine / whole for mine, whole in gains if whole > 0.01]


def parts():
    own = [(file == one) & (head == number) & (heat == 1) for one, number in heads]
    shares = {name: numpy.array(of_the_gain(name, own)) for name in ("diagonal", "rank 1", "rank 4")}
    median = {name: numpy.median(values) for name, values in shares.items()}
    assert median["diagonal"] < 50 < 75 < median["rank 4"] and median["diagonal"] < median["rank 1"] < median["rank 4"]
    says(f"keeps {median['diagonal']:.0f} % in the median of {shares['diagonal'].size} heads with a gain above 0.01, "
         f"from {shares['diagonal'].min():.0f} % to {shares['diagonal'].max():.0f} %")
    says(f"one eigenvalue keeps {median['rank 1']:.0f} % on heads, four keep {median['rank 4']:.0f} %")
    (unlike,) = of_the_gain("diagonal", [~real & unequal & (heat == 1)])
    says(f"{unlike:.0f} % (unequal)")
    d, cheapest = blocks("dim"), blocks("scoring_multiply_adds", "mean")
    assert numpy.allclose(blocks("scoring_multiply_adds", "diagonal"), 3 * cheapest)
    assert (blocks("summary_numbers", "full") == d + d * (d + 1) / 2).all()
    dear = blocks("scoring_multiply_adds", "full") > blocks("scoring_multiply_adds", "exact")
    says(f"In {dear[once & real].sum()} of {(once & real).sum()} cases of heads the full covariance costs more")
    says(f"in {dear[once].sum()} of {once.sum()} cases, all with blocks")


def landmarks():
    """Bounds; 1 + 1/c where queries have no mean in common; centring takes the gain away."""
    gap = {name: -marks("score_bias", name) for name in ("mean", "hils mean query", "hils mean key", "hils last key")}
    assert min(values.min() for values in gap.values()) > 0, "a lower bound is above"
    count, truly = marks("calibration"), marks("source") == "file"
    ratio = {name: values / gap["mean"] for name, values in gap.items()}
    most, raw = count.max(), marks("centre") == "none"
    low = ~truly & (marks("scale") == marks("scale")[~truly].min())
    for c in numpy.unique(count[low]):
        found = ratio["hils mean query"][low & (count == c)]
        # 4 times the scatter of the squared norm of a mean of c queries of 32 entries, which is a quarter of 1/c.
        assert abs(found.mean() - 1 - 1 / c) < (1 / numpy.sqrt(found.size) + 0.02) / c, f"c = {c}: {found.mean()}"
        says(f"{found.mean():.3f} (c = {c:g}, {1 + 1 / c:.3f})")
    cool = truly & (marks("temperature") == 1) & (count == most)
    tight = numpy.min([ratio[name] for name in ratio if name != "hils mean query"], axis=0) > ratio["hils mean query"]
    says(f"it is the tightest at own logits on {tight[cool & raw].sum()} of {(cool & raw).sum()} heads")
    says(f"tighter in {(ratio['hils mean query'] < 1)[cool & ~raw].sum()} of {(cool & ~raw).sum()} heads")
    assert tight[cool & raw].sum() >= 5 > 0 == (ratio["hils mean query"] < 1)[cool & ~raw].sum()
    all_of = truly & (count == most)
    own = numpy.concatenate([ratio[name][all_of] for name in ("hils mean key", "hils last key")])
    assert (own > 1).all()
    says(f"looser in {own.size} of {own.size} cases")
    for c, sentence in ((count.min(), "looser than the mean in {} of {} cases of heads"), (most, "queries it is looser in {} of {}")):
        here = truly & raw & (count == c)
        says(sentence.format((ratio["hils mean query"][here] > 1).sum(), here.sum()))


def the_table():
    """Means, errors and distances of every row; the page of the methods has the same means, of 16 replicates."""
    scale, n = table("scale"), numpy.unique(table("replicate")).size
    entry, printed_entry = r"\|([0-9.]+(?: ± [0-9.]+)?)", r"\|([0-9.]+ \([+-][0-9.]+\))"
    lines = re.findall(r"\|([a-z][a-z0-9 ]+)" + entry + f"(?:{printed_entry})?" + entry + printed_entry, words)
    assert len(lines) == 21, f"the printed table has {len(lines)} rows"
    factors = numpy.repeat(numpy.unique(scale), 7)
    inside = far = 0
    for factor, (name, recall, recall_printed, mass, mass_printed) in zip(factors, lines):
        here = scale == factor
        for value, shown, beside in (("recall", recall, recall_printed), ("captured_mass", mass, mass_printed))[name == "exact":]:
            values = table("exact_captured_mass")[here] if name == "exact" else table(value, "MoBA" if name == "mean" else name)[here]
            spread = numpy.sqrt(((values - values.mean())**2).sum() / (n - 1))
            assert shown == f"{values.mean():.3f} ± {spread / n**0.5:.3f}", f"{name}: {value} is shown as {shown}"
            target, away = (float(number) for number in re.match(r"([0-9.]+) \(([+-][0-9.]+)\)", beside).groups())
            z = (target - values.mean()) / (spread * (1 + 1 / n)**0.5)
            assert abs(z - away) < 0.051, f"{name}: {value} lies {z} away"
            inside, far = inside + (abs(z) < 2), max(far, abs(z))
    says(f"{inside} of 39 entries lie within 2 standard deviations, the farthest at {far:.1f}")
    assert inside >= 37, "the printed table is another one"
    guide = (data.parent / "docs/methods/block_sparse.md").read_text(encoding="utf-8")
    names = ("MoBA", "full", "diagonal", "spla", "series 3", "largest logit", "box")
    rows = re.findall(r"^\| ([124]) ((?:\| \.\d+ / \.\d+ ){7})", guide, flags=re.M)
    assert len(rows) == 3
    for factor, cells in rows:
        for name, pair in zip(names, re.findall(r"(\.\d+) / (\.\d+)", cells)):
            for value, number in zip(("recall", "captured_mass"), pair):
                values = table(value, name)[scale == float(factor)]
                # 4 standard errors of so few replicates, and rounding to two digits.
                assert abs(values.mean() - float(number)) < 4 * values.std(ddof=1) / n**0.5 + 0.006, f"docs/methods/block_sparse.md: {name} at {factor}"


def recall_or_mass():
    scale, four = table("scale"), table("scale") == 4
    share = {name: (table("captured_mass", name) / table("exact_captured_mass"))[four].mean() for name in ("full", "box", "MoBA")}
    found = {name: table("recall", name)[four].mean() for name in share}
    assert share["full"] > 0.95 and found["full"] < 0.85
    says(f"finds {100 * found['full']:.0f} % of the blocks and {100 * share['full']:.1f} % of the mass, the box {100 * found['box']:.0f} % and "
         f"{100 * share['box']:.1f} %, the mean {100 * found['MoBA']:.0f} % and {100 * share['MoBA']:.1f} %")
    names = ("MoBA", "full", "diagonal", "spla", "series 3", "largest logit", "box")
    best = [max(names, key=lambda name: table("captured_mass", name)[scale == s].mean()) for s in (1, 2, 4)]
    assert best[2] == "largest logit"
    says(f"by mass {best[0]} (1), {best[1]} (2) and {best[2]} (4)")


def cost():
    """What is unbeaten among the scorers, for the head whose blocks come in two sizes and for synthetic blocks."""
    small = (file == "use_l0_h0123_n128_d64.h5") & (head == 0)
    for word, chosen in (("unequal", ~real & unequal & (size * top == 128)), ("encoder 0/128 h0", small & (size * top == 16))):
        chosen = chosen & (heat == 1)
        points = []
        for name in KEYS:
            if name not in ("MoBA", "series 3", "exact"):
                for one in numpy.unique(size[chosen]):
                    here = chosen & (size == one)
                    price = (blocks("scoring_multiply_adds", name) / blocks("scoring_multiply_adds", "exact"))[here].mean()
                    points.append((price, blocks("captured_mass", name)[here].mean(), f"{name} {one:g}"))
        # What differs by 1e-12 in mass has made the same choices.
        line = [p for p in points if not any((q[0] < p[0] and q[1] >= p[1] - 1e-12) or (q[0] == p[0] and q[1] > p[1]) for q in points)]
        shown = "; ".join(f"{name}: {price:.3f}, {mass:.3f}" for price, mass, name in sorted(line))
        says(f"|{word}|{shown}")


def by_head():
    names = ["mean", "diagonal", "rank 1", "rank 4", "full", "spla", "hils mean query", "hils mean key", "hils last key", "box"]
    chance, ceiling = blocks("chance_mass"), blocks("exact_captured_mass")
    shown = []
    for one, number in heads:
        some = (file == one) & (head == number) & (heat == 1) & (top == 2) & (size <= 16)
        shown.append(numpy.flatnonzero(some & (size == size[some].max()))[0])
    above = {name: ((blocks("captured_mass", name) - chance) / (ceiling - chance))[shown] for name in [*names, "largest logit"]}
    middle, worst = ({name: function(values) for name, values in above.items()} for function in (numpy.median, numpy.min))
    says(f"the mean keeps {middle['mean']:.2f} of the mass above chance in the median of heads and {worst['mean']:.2f} at worst, the full covariance "
         f"{middle['full']:.2f} and {worst['full']:.2f}, four eigenvalues {middle['rank 4']:.2f} and {worst['rank 4']:.2f}")
    # Rounding: nothing captures more than the exact choice.
    assert worst["full"] > worst["mean"] and max(values.max() for values in above.values()) <= 1 + 1e-12
    winners = [names[i] for i in numpy.argmax([above[name] for name in names], axis=0)]
    for name in set(winners):
        assert f"{name} ({winners.count(name)})" in re.search(r"; 1: ([^;]*);", words).group(1), f"{name} wins on {winners.count(name)} heads"


for check in (the_page, a_head_scored_anew, first_order, second_order, parts, landmarks, the_table, recall_or_mass, cost, by_head):
    check()
