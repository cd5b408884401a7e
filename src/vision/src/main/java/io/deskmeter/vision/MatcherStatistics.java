package io.deskmeter.vision;

/**
 * What an {@link TemplateMatcher} has done so far, to see the cost of searches.
 *
 * @param finds calls of {@link TemplateMatcher#find}
 * @param gateHits finds answered without looking: nothing had changed that could alter the answer
 * @param windowSearches finds that looked again only at places touched by damage
 * @param frameSearches finds that looked at every place of the frame
 * @param places places looked at
 * @param candidates places that the coarse look could not rule out
 * @param correlations dense correlations by OpenCV, made where candidates were too many to be judged one by one
 */
public record MatcherStatistics(
        long finds,
        long gateHits,
        long windowSearches,
        long frameSearches,
        long places,
        long candidates,
        long correlations) {}
