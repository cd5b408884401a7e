package io.deskmeter.agent.gesture;

import java.util.List;

/**
 * What a user saw of a drag. Times in milliseconds, distances in pixels of the desktop; NaN where nothing was seen.
 *
 * @param lags of each move that was shown, in their order
 * @param lagMean mean lag: from a move's input to the first frame that shows it or a later one
 * @param lagP95 95th percentile, by nearest rank
 * @param lagSd standard deviation, the <em>temporal variance</em>
 * @param errorP50 median over time of the distance between where the object was seen and where the pointer was; between
 *     two frames the object stays where it was seen last
 * @param errorP95 95th percentile over time
 * @param errorMax the largest
 * @param errorSd standard deviation over time, the <em>spatial variance</em>
 * @param acrossMax the largest distance of a seen place from the path: corners that were cut
 * @param shown moves that frames showed, as a share of those sent
 * @param longestMissed the longest run of moves that no frame showed
 * @param torn frames that show the object at two places
 * @param pickUp from the first move to the first frame on which the object has moved
 * @param settle from the release to the last frame that changes the object's place; 0 if it had arrived before
 * @param finalError distance between where the object ended and where it was released
 */
public record DragFigures(
        List<Lag> lags,
        double lagMean,
        double lagP95,
        double lagSd,
        double errorP50,
        double errorP95,
        double errorMax,
        double errorSd,
        double acrossMax,
        double shown,
        int longestMissed,
        int torn,
        double pickUp,
        double settle,
        double finalError) {

    /**
     * How late a move was seen.
     *
     * @param move its number, from 0
     * @param firedAt when it was sent, in monotonic nanoseconds
     * @param millis until the frame arrived that first showed it or a later one
     * @param resolution how much earlier that frame may have come, in milliseconds
     */
    public record Lag(int move, long firedAt, double millis, double resolution) {}

    public DragFigures {
        lags = List.copyOf(lags);
    }
}
