package io.deskmeter.controller.run.view;

import io.deskmeter.workload.Plural;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.plan.SessionShares;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The shares of sessions of a workload profile, for people. */
public final class ShareTexts {
    private ShareTexts() {}

    /**
     * Who works what: {@code video/play 20 %: 1 of 4 and 2 of 8 sessions; mail/client 50 %: 2 of 4 and 4 of 8
     * sessions}.
     *
     * @param sizes sessions of load points
     */
    public static String of(WorkloadProfile profile, int... sizes) {
        return profile.workloads().stream()
                .filter(profile.shares()::containsKey)
                .map(workload -> workload + " " + percent(profile.share(workload)) + counts(profile, workload, sizes))
                .collect(Collectors.joining("; "));
    }

    private static String counts(WorkloadProfile profile, String workload, int... sizes) {
        String counts = numbers(profile, workload, sizes);
        return counts.isEmpty() ? "" : ": " + counts;
    }

    /** How many sessions work a workload: {@code 1 of 4 and 2 of 8 sessions}; empty without sizes. */
    public static String numbers(WorkloadProfile profile, String workload, int... sizes) {
        SessionShares shares = new SessionShares(profile);
        int[] different = Arrays.stream(sizes)
                .filter(size -> size > 0)
                .distinct()
                .sorted()
                .toArray();
        if (different.length == 0) {
            return "";
        }
        int largest = different[different.length - 1];
        String last = shares.count(workload, largest) + " of " + Plural.of(largest, "session");
        String before = Arrays.stream(different)
                .limit(different.length - 1L)
                .mapToObj(size -> shares.count(workload, size) + " of " + size)
                .collect(Collectors.joining(", "));
        return before.isEmpty() ? last : before + " and " + last;
    }

    /** {@code 12.5 %}. */
    public static String percent(double share) {
        return decimal(share).toPlainString() + " %";
    }

    /** The shares in percent, by workload. */
    public static Map<String, Double> percent(WorkloadProfile profile) {
        Map<String, Double> percent = new TreeMap<>();
        profile.shares()
                .forEach((workload, share) ->
                        percent.put(workload, decimal(share).doubleValue()));
        return percent;
    }

    /** Exact, where 100 times 0.07 would not be. */
    private static BigDecimal decimal(double share) {
        return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros();
    }
}
