package io.deskmeter.bench.chaos;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of an episode.
 *
 * @param run its id
 * @param state how the run ended
 * @param reasons of the run
 * @param made timings and samples that were measured, without those of the last second of a killed agent
 * @param stored timings and samples
 * @param lost of those that were made
 * @param twice stored more than once
 * @param foreign stored, and nobody measured them
 * @param left sessions, desktops and reserved agents that remained
 * @param untrue see {@link Truth}
 * @param stoodStillSeconds the longest time that an agent stood still
 * @param seconds of the whole episode
 */
record EpisodeRow(
        Episode episode,
        String run,
        String state,
        List<String> reasons,
        int made,
        int stored,
        int lost,
        int twice,
        int foreign,
        int left,
        List<String> untrue,
        double stoodStillSeconds,
        double seconds) {

    /** The state of a run whose end could not be told. */
    static final String UNKNOWN = "unknown";

    /** Of an episode that could not be brought to its end. */
    static EpisodeRow unknown(Episode episode, String run, String why, double seconds) {
        return new EpisodeRow(episode, run, UNKNOWN, List.of(), 0, 0, 0, 0, 0, 0, List.of(why), 0, seconds);
    }

    /** Whether the next episode can use the same fleet. */
    boolean leavesUsableFleet() {
        return left == 0 && !state.equals(UNKNOWN);
    }

    boolean asPromised() {
        return lost == 0 && twice == 0 && foreign == 0 && left == 0 && untrue.isEmpty();
    }

    Map<String, @Nullable Object> toMap() {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("episode", episode.number());
        row.put("disturbance", episode.disturbance().word());
        row.put("agent", episode.agent());
        row.put("afterS", episode.after().toMillis() / 1e3);
        row.put("lastsS", episode.lasts().toMillis() / 1e3);
        row.put("run", run);
        row.put("state", state);
        row.put("made", made);
        row.put("stored", stored);
        row.put("lost", lost);
        row.put("twice", twice);
        row.put("foreign", foreign);
        row.put("left", left);
        row.put("stoodStillS", stoodStillSeconds);
        row.put("seconds", seconds);
        List<String> texts = new ArrayList<>(reasons);
        untrue.forEach(text -> texts.add("UNTRUE: " + text));
        row.put("reasons", String.join("; ", texts));
        return row;
    }
}
