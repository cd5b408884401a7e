package io.deskmeter.workload.yaml.run;

import io.deskmeter.workload.run.Thresholds;
import io.deskmeter.workload.run.ValidityBounds;
import io.deskmeter.workload.yaml.grammar.GrammarLimits;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** The keys of what passes, and of what may be relied on. */
final class BoundsGrammar {
    private static final Key<Thresholds, Duration> A = threshold("A", Thresholds.DEFAULT.a(), Thresholds::a);
    private static final Key<Thresholds, Duration> B = threshold("B", Thresholds.DEFAULT.b(), Thresholds::b);
    private static final Key<Thresholds, Optional<Duration>> LOGON = Key.optional(
                    "logon", GrammarLimits.TIMEOUT, Thresholds::logon)
            .help("limit of the 95th percentile of logons, from the first connection to the first usable frame")
            .otherwise("logons are not judged");

    static final MapType<Thresholds> THRESHOLDS = MapType.of(
            "the thresholds", fields -> new Thresholds(A.in(fields), B.in(fields), LOGON.in(fields)), A, B, LOGON);

    private static final ValidityBounds NORMAL = ValidityBounds.DEFAULT;
    private static final Key<ValidityBounds, Double> LOGONS = bound(
            "logons",
            Types.PERCENT,
            ValidityBounds::logons,
            "least share of a load point's sessions that must log on; otherwise the point fails");
    private static final Key<ValidityBounds, Double> LOST = bound(
            "lost",
            Types.PERCENT,
            ValidityBounds::lost,
            "greatest share of a load point's sessions that may be lost or fail later; otherwise the point fails");
    private static final Key<ValidityBounds, Double> PACING = bound(
            "pacing", Types.PERCENT, ValidityBounds::pacing, "how far the mean think time may be from the planned one");
    private static final Key<ValidityBounds, Double> MIX = bound(
            "mix",
            Types.PERCENT,
            ValidityBounds::mix,
            "how far the number of any operation's timings may be from the planned one");
    private static final Key<ValidityBounds, Duration> LAG = bound(
            "lag",
            GrammarLimits.TIMEOUT,
            ValidityBounds::lag,
            "greatest 95th percentile of how much later than intended inputs left");
    private static final Key<ValidityBounds, Double> HARNESS_CPU = bound(
            "harnessCpu",
            Types.PERCENT,
            ValidityBounds::harnessCpu,
            "greatest mean load of all cores by Deskmeter's own processes");

    static final MapType<ValidityBounds> VALIDITY = MapType.of(
            "the bounds of validity",
            fields -> new ValidityBounds(
                    LOGONS.in(fields),
                    LOST.in(fields),
                    PACING.in(fields),
                    MIX.in(fields),
                    LAG.in(fields),
                    HARNESS_CPU.in(fields)),
            LOGONS,
            LOST,
            PACING,
            MIX,
            LAG,
            HARNESS_CPU);

    private BoundsGrammar() {}

    private static Key<Thresholds, Duration> threshold(
            String group, Duration otherwise, Function<Thresholds, Duration> get) {
        return Key.byDefault(group, GrammarLimits.TIMEOUT, otherwise, get)
                .help("limit of the 95th percentile of group " + group);
    }

    private static <T> Key<ValidityBounds, T> bound(
            String name, Type<T> type, Function<ValidityBounds, T> get, String help) {
        return Key.byDefault(name, type, get.apply(NORMAL), get).help(help);
    }
}
