package io.deskmeter.vision;

/** An eye's running counts, see {@link EyeStatistics}. */
final class Tally {
    long finds;
    long gateHits;
    long windowSearches;
    long frameSearches;
    long places;
    long candidates;
    long correlations;

    EyeStatistics snapshot() {
        return new EyeStatistics(finds, gateHits, windowSearches, frameSearches, places, candidates, correlations);
    }
}
