package io.deskmeter.agent.session;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.observe.Observation;
import io.deskmeter.agent.session.desktop.SessionDesktop;
import io.deskmeter.agent.session.operation.OperationPart;
import io.deskmeter.screen.Screen;

/** Something that happened to a session. */
sealed interface SessionEvent {

    /** The desktop has been started. */
    record DesktopUp(SessionDesktop desktop) implements SessionEvent {}

    /** The screen is connected. */
    record Connected(Screen screen) implements SessionEvent {}

    /** Applications can be opened. */
    record Prepared() implements SessionEvent {}

    /** The desktop could not be started, or its screen could not be connected. */
    record LogonFailed(Throwable cause) implements SessionEvent {}

    /** Something was sensed of the desktop: a frame, or a block of sound. */
    record Observed(Observation observation) implements SessionEvent {}

    /** The timer has expired. */
    record TimerExpired() implements SessionEvent {}

    /** A step has been performed; {@code firedAt} as defined in {@link io.deskmeter.agent.step.InputSender}. */
    record StepDone(OperationPart work, long firedAt) implements SessionEvent {}

    /** A step could not be performed. */
    record StepFailed(OperationPart work, Throwable cause) implements SessionEvent {}

    /** The application has exited. */
    record AppExited(AppProcess process, int code) implements SessionEvent {}

    /** The application and its child processes have ended. */
    record AppGone() implements SessionEvent {}

    /** Stop at the end of the current operation. */
    record Stop() implements SessionEvent {}

    /** Stop immediately. */
    record StopNow(String reason) implements SessionEvent {}

    /** The screen is lost. */
    record ScreenLost(Throwable cause) implements SessionEvent {}

    /** The desktop has been ended. */
    record DesktopGone() implements SessionEvent {}
}
