package io.deskmeter.agent.pairing;

/** Shows pairing codes. Returns at once. */
public interface PairingCodeDisplay {
    /** Shows this code in place of any other. */
    void show(PairingCode code);

    /** Shows none; idempotent. */
    void hide();
}
