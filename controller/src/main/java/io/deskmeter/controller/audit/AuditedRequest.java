package io.deskmeter.controller.audit;

import io.deskmeter.controller.audit.AuditEntry.Outcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request on this thread that has an entry in the audit log. The first transaction that it causes writes the entry.
 * Belongs to one thread.
 */
public final class AuditedRequest {
    private static final ThreadLocal<@Nullable AuditedRequest> CURRENT = new ThreadLocal<>();

    private final AuditStore store;
    private final Draft draft;
    private String detail = "";
    private @Nullable String who;
    private boolean written;

    private AuditedRequest(AuditStore store, Draft draft) {
        this.store = store;
        this.draft = draft;
    }

    /** Makes the entry of a request. */
    public interface Draft {
        /**
         * Its entry.
         *
         * @param who name of the person, if the request itself has proved it; null for who has sent it
         */
        AuditEntry entry(Outcome outcome, String detail, @Nullable String who);
    }

    /** Begins one on this thread. */
    public static AuditedRequest begin(AuditStore store, Draft draft) {
        AuditedRequest begun = new AuditedRequest(store, draft);
        CURRENT.set(begun);
        return begun;
    }

    /** That of this thread. */
    public static Optional<AuditedRequest> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    /**
     * Says what one needs to know about the request of this thread, if it has an entry. To be called before the change
     * is written.
     */
    public static void tell(String detail) {
        current().ifPresent(request -> request.detail = detail);
    }

    /** Says whom the request of this thread is about to prove or to deny. */
    public static void tellWho(String name) {
        current().ifPresent(request -> request.who = name);
    }

    /** Whether its entry is still to be written. */
    public boolean unwritten() {
        return !written;
    }

    /** Writes its entry in the transaction of this thread. */
    public void write() {
        store.add(draft.entry(Outcome.DONE, detail, who));
        written = true;
    }

    /**
     * Its entry, for somebody to write before its answer begins, as that goes on when the request has ended.
     *
     * @return empty if the entry is written already
     */
    public Optional<AuditEntry> goesOn() {
        if (written) {
            return Optional.empty();
        }
        written = true;
        return Optional.of(draft.entry(Outcome.DONE, detail, who));
    }

    /** That transaction was rolled back, and the entry with it. */
    public void rolledBack() {
        written = false;
    }

    /** What the entry is to say beside the fixed facts. */
    public String detail() {
        return detail;
    }

    /** What is not written yet: the entry, or that it failed after all; empty if nothing. */
    public Optional<AuditEntry> end(Outcome outcome, String why) {
        if (written && outcome == Outcome.DONE) {
            return Optional.empty();
        }
        String all = why.isEmpty() ? detail : detail.isEmpty() ? why : detail + ": " + why;
        return Optional.of(draft.entry(outcome, all, who));
    }

    /** Forgets that of this thread. */
    public static void forget() {
        CURRENT.remove();
    }
}
