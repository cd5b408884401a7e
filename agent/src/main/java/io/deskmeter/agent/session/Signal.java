package io.deskmeter.agent.session;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;

/** Something that happened to a session. */
sealed interface Signal {

    /** What the session needs before it can be seen has been started. */
    record DesktopUp(Workplace workplace) implements Signal {}

    /** The screen is connected. */
    record Connected(Screen screen) implements Signal {}

    /** Visits can be made. */
    record Prepared() implements Signal {}

    /** Desktop or screen could not be had. */
    record LogonFailed(Throwable cause) implements Signal {}

    /** The screen has changed. */
    record FrameArrived(FrameUpdate update) implements Signal {}

    /** An alarm rang: time to decide. */
    record Ring() implements Signal {}

    /** A step has been performed; {@code firedAt} as {@link io.deskmeter.agent.step.Hands} says. */
    record StepDone(Work work, long firedAt) implements Signal {}

    /** A step could not be performed. */
    record StepFailed(Work work, Throwable cause) implements Signal {}

    /** The application of the visit has exited. */
    record AppExited(AppProcess process, int code) implements Signal {}

    /** The application and all that it started are gone. */
    record AppGone() implements Signal {}

    /** Stop at the end of the current operation. */
    record Stop() implements Signal {}

    /** Stop at once. */
    record StopNow(String reason) implements Signal {}

    /** The screen is gone for good. */
    record ScreenLost(Throwable cause) implements Signal {}

    /** The desktop has been ended. */
    record DesktopGone() implements Signal {}
}
