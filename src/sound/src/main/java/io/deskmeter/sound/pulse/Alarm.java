package io.deskmeter.sound.pulse;

/** Runs a task later, on the thread of a sink. */
@FunctionalInterface
interface Alarm {
    /** Runs the task after so many nanoseconds; what it returns cancels that. */
    Runnable in(long nanos, Runnable task);
}
