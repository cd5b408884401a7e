package io.deskmeter.agent.desktop;

import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundListener;
import java.util.concurrent.Executor;

/** Tries the sound of sessions before a run. */
public interface SoundTrials {
    /**
     * Opens the sound server of a session.
     *
     * @param executor calls the listener; must outlive the result
     */
    SoundTrial soundTrial(SoundListener listener, Executor executor) throws DesktopException, SoundException;
}
