package io.deskmeter.agent.gesture;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Rect;
import java.util.List;

/**
 * A gesture on the screen as it is: what to send and when, and how to follow what it moves. Used on its session's
 * executor.
 */
public interface Gesture {
    /** All input in its order: at first what grips, then the moves, at last what lets go. */
    List<TimedInput> inputs();

    /** Which of the {@link #inputs} is the first move, from 0. */
    int firstMove();

    /** How many of the inputs are moves, one after the other. */
    int moves();

    /** What the screen changes within. */
    Rect area();

    /** Moves a little, to see whether the screen follows to where it should. */
    List<InputEvent> trial();

    /** Moves back, and lets go. */
    List<InputEvent> trialBack();

    /**
     * Whether a frame shows what it should.
     *
     * @param tried whether {@link #trial} has been sent, and {@link #trialBack} has not
     * @return empty if it does; otherwise what it shows and what was expected, without a full stop
     */
    String difference(Frame frame, boolean tried);

    /** Follows the gesture from its beginning on. */
    GestureFollower follow();
}
