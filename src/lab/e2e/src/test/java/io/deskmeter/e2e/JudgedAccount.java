package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import tools.jackson.databind.JsonNode;

/**
 * What a load point of {@code report.json} says of how its planned operations ended; of runs of {@link DisturbedRun}.
 */
final class JudgedAccount {
    /** Operations of an iteration of {@code office/calc}. */
    static final int OPERATIONS = 13;

    private JudgedAccount() {}

    /** @param iterations of all its sessions together */
    static void assertPlanned(JsonNode point, int iterations) {
        assertThat(line(point, "A").at("/planned").asInt()).isEqualTo((OPERATIONS - 2) * iterations);
        assertThat(line(point, "B").at("/planned").asInt()).isEqualTo(2 * iterations);
    }

    /** Of the operations of all groups, how many ended so. */
    static int total(JsonNode point, String ending) {
        int total = 0;
        for (JsonNode line : point.at("/account")) {
            total += line.at("/of").asString().length() == 1 ? line.path(ending).asInt() : 0;
        }
        return total;
    }

    static JsonNode line(JsonNode point, String of) {
        for (JsonNode line : point.at("/account")) {
            if (line.at("/of").asString().equals(of)) {
                return line;
            }
        }
        throw new AssertionError("no line " + of + " in " + point.at("/account"));
    }

    static JsonNode criterion(JsonNode point, String id) {
        for (JsonNode criterion : point.at("/criteria")) {
            if (criterion.at("/criterion").asString().equals(id)) {
                return criterion;
            }
        }
        throw new AssertionError("no criterion " + id + " in " + point.at("/criteria"));
    }
}
