package io.deskmeter.agent.pairing;

/** Where pairing codes are shown; returns at once. */
public interface PairingCodes {
    /** Shows this code in place of any other. */
    void show(PairingCode code);

    /** Shows none; idempotent. */
    void hide();
}
