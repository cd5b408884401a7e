package io.deskmeter.vision;

/** The running counters of a matcher, see {@link MatcherStatistics}. */
final class MatcherCounters {
    long finds;
    long gateHits;
    long windowSearches;
    long frameSearches;
    long places;
    long candidates;
    long correlations;

    MatcherStatistics snapshot() {
        return new MatcherStatistics(finds, gateHits, windowSearches, frameSearches, places, candidates, correlations);
    }
}
