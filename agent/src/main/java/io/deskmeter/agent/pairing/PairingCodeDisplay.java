package io.deskmeter.agent.pairing;

/** Shows pairing codes. Its methods return immediately. */
public interface PairingCodeDisplay {
    /** Shows this code instead of any other. */
    void show(PairingCode code);

    /** Hides the code; idempotent. */
    void hide();
}
