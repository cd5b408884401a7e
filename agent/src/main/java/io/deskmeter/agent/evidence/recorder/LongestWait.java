package io.deskmeter.agent.evidence.recorder;

import io.deskmeter.agent.evidence.tile.FrameHistory;
import io.deskmeter.screen.Rect;

/**
 * The frames until the move of a gesture was seen that waited longest. Whoever has it closes the history.
 *
 * @param waited from the move's input to the frame that showed it, in nanoseconds
 * @param shownAt arrival of that frame, in monotonic nanoseconds
 * @param area of the screen within which something moves
 * @param history ends with that frame
 */
public record LongestWait(long waited, long shownAt, Rect area, FrameHistory history) {}
