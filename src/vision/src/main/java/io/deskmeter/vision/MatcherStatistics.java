package io.deskmeter.vision;

/**
 * What an {@link TemplateMatcher} has done so far, to see the cost of searches.
 *
 * @param finds calls of {@link TemplateMatcher#find}
 * @param gateHits finds answered without a search: no change could affect the answer
 * @param windowSearches finds that searched only places touched by damage
 * @param frameSearches finds that searched every place of the frame
 * @param places places searched
 * @param candidates places that the coarse filter could not exclude
 * @param correlations dense correlations by OpenCV, used for too many candidates to compare one by one
 */
public record MatcherStatistics(
        long finds,
        long gateHits,
        long windowSearches,
        long frameSearches,
        long places,
        long candidates,
        long correlations) {}
