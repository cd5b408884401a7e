package io.deskmeter.controller.audit;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What was done once.
 *
 * @param number ascending in the order of writing; 0 before it is written
 * @param who name of the person, {@code local} for the controller's own machine, empty if nobody is known
 * @param role what who could do then; null if nobody is known
 * @param credential by what who was known, as {@code token nightly}; null if nobody is known
 * @param address of the other end of the connection
 * @param listener at which the request came
 * @param action as {@code run.start}
 * @param target path of the request
 * @param detail what is needed to understand it; may be empty
 */
public record AuditEntry(
        long number,
        Instant at,
        String who,
        @Nullable String role,
        @Nullable String credential,
        String address,
        String listener,
        String action,
        String target,
        String detail,
        Outcome outcome) {
    /** What the store has room for. */
    public static final int DETAIL_LENGTH = 2000;

    /**
     * The same, told once more when more is known.
     *
     * @param more what its detail ends with
     */
    public AuditEntry again(Instant when, String more) {
        String all = detail.substring(0, Math.min(detail.length(), DETAIL_LENGTH - more.length())) + more;
        return new AuditEntry(0, when, who, role, credential, address, listener, action, target, all, outcome);
    }

    /** How it ended. */
    public enum Outcome {
        DONE,
        /** Not allowed, or not known who it was. */
        REFUSED,
        /** Allowed, but it could not be done. */
        FAILED;

        /** As REST and the store write it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Of the status of an answer. */
        public static Outcome of(int status) {
            return switch (status) {
                case 401, 403, 421, 429 -> REFUSED;
                default -> status < 400 ? DONE : FAILED;
            };
        }
    }
}
