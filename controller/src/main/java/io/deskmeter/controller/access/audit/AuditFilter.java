package io.deskmeter.controller.access.audit;

import io.deskmeter.controller.access.caller.Callers;
import io.deskmeter.controller.access.endpoint.EndpointRights;
import io.deskmeter.controller.access.endpoint.EndpointRights.Row;
import io.deskmeter.controller.access.login.LoginLinks;
import io.deskmeter.controller.access.request.AccessAnswers;
import io.deskmeter.controller.access.request.Listeners;
import io.deskmeter.controller.access.request.RequestCheckFilter;
import io.deskmeter.controller.audit.AuditEntry;
import io.deskmeter.controller.audit.AuditEntry.Outcome;
import io.deskmeter.controller.audit.AuditStore;
import io.deskmeter.controller.audit.AuditWriter;
import io.deskmeter.controller.audit.AuditedRequest;
import io.deskmeter.controller.audit.RefusalLimit;
import io.deskmeter.controller.request.Caller;
import io.deskmeter.link.peer.SenderSite;
import io.deskmeter.text.PeerText;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.async.WebAsyncUtils;
import org.springframework.web.filter.OncePerRequestFilter;

/** Has an entry of the audit log written for each request that may change something, and for each that is refused. */
public final class AuditFilter extends OncePerRequestFilter {
    private static final String READ = "read";
    private static final String LOGIN = "login";
    private static final String UNKNOWN = "unknown";
    private static final int TARGET_LENGTH = 1000;
    private static final int WHO_LENGTH = 100;

    private final AuditStore store;
    private final AuditWriter writer;
    private final EndpointRights rights;
    private final Listeners listeners;
    private final InstantSource wall;
    private final RefusalLimit limit;
    /** Apart, so that nobody from outside hides what somebody inside tried. */
    private final RefusalLimit limitOfKnown;

    public AuditFilter(
            AuditStore store,
            AuditWriter writer,
            EndpointRights rights,
            Listeners listeners,
            InstantSource wall,
            LongSupplier nanoTime) {
        this.store = store;
        this.writer = writer;
        this.rights = rights;
        this.listeners = listeners;
        this.wall = wall;
        this.limit = new RefusalLimit(nanoTime);
        this.limitOfKnown = new RefusalLimit(nanoTime);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Row> row = rights.row(request);
        String action = isLink(request) ? LOGIN : row.map(Row::action).orElse(null);
        AuditedRequest audited = AuditedRequest.begin(
                store,
                (outcome, detail, who) ->
                        entry(request, action != null ? action : what(request), outcome, detail, who));
        if (action == null) {
            // What only reads writes nothing, but a refusal.
            AuditedRequest.forget();
        }
        boolean answered = false;
        AuditedResponse held = new AuditedResponse(request, response, action != null);
        try {
            chain.doFilter(request, held);
            answered = true;
        } finally {
            AuditedRequest.forget();
            Outcome outcome = answered && !isWithoutThread(request) ? Outcome.of(response.getStatus()) : Outcome.FAILED;
            boolean refused = outcome == Outcome.REFUSED && !isNobody(request, response);
            try {
                if (action != null || refused) {
                    end(request, response, audited, outcome);
                }
            } finally {
                held.release();
            }
        }
    }

    /** Its answer says so, but is written when this request has ended. */
    private static boolean isWithoutThread(HttpServletRequest request) {
        return WebAsyncUtils.getAsyncManager(request).getConcurrentResult() instanceof RejectedExecutionException;
    }

    /** A link of this machine changes something although browsers follow it with GET. */
    private boolean isLink(HttpServletRequest request) {
        return request.getRequestURI().equals(LoginLinks.PATH)
                && request.getParameter(LoginLinks.CODE) != null
                && listeners.kind(request) == Listeners.Kind.LOOPBACK;
    }

    private static String what(HttpServletRequest request) {
        return RequestCheckFilter.isReading(request) ? READ : UNKNOWN;
    }

    private void end(
            HttpServletRequest request, HttpServletResponse response, AuditedRequest audited, Outcome outcome) {
        String why = outcome == Outcome.DONE ? "" : why(request, response);
        Optional<Caller> caller = Caller.find(request);
        // Whoever is not known could fill the store with requests that fail.
        if (outcome == Outcome.REFUSED || (outcome == Outcome.FAILED && caller.isEmpty())) {
            Optional<String> admitted = caller.isPresent()
                    ? limitOfKnown.admit(caller.get().login())
                    : limit.admit("address " + SenderSite.of(request.getRemoteAddr()));
            if (admitted.isEmpty()) {
                return;
            }
            why = why + admitted.get();
        }
        audited.end(outcome, why).ifPresent(writer::write);
    }

    /** Who opens a page without being logged in yet. */
    private static boolean isNobody(HttpServletRequest request, HttpServletResponse response) {
        return response.getStatus() == HttpServletResponse.SC_UNAUTHORIZED
                && RequestCheckFilter.isReading(request)
                && Callers.bearer(request).isEmpty();
    }

    private static String why(HttpServletRequest request, HttpServletResponse response) {
        if (isWithoutThread(request)) {
            return "too many at once";
        }
        String reason = AccessAnswers.reason(request);
        return reason.isEmpty() ? "status " + response.getStatus() : reason;
    }

    private AuditEntry entry(
            HttpServletRequest request, String action, Outcome outcome, String detail, @Nullable String who) {
        Optional<Caller> caller = Caller.find(request);
        return new AuditEntry(
                0,
                wall.instant(),
                cut(who != null ? who : caller.map(Caller::name).orElse(""), WHO_LENGTH),
                caller.map(known -> known.role().word()).orElse(null),
                caller.map(AuditFilter::credential).orElse(null),
                request.getRemoteAddr(),
                listeners.kind(request).word(),
                action,
                cut(PeerText.line(request.getRequestURI()), TARGET_LENGTH),
                cut(PeerText.line(detail), AuditEntry.DETAIL_LENGTH),
                outcome);
    }

    private static String credential(Caller caller) {
        String kind = caller.kind().name().toLowerCase(Locale.ROOT);
        return caller.credential() == null ? kind + " secret file" : kind + " " + caller.credential();
    }

    private static String cut(String text, int length) {
        return text.substring(0, Math.min(length, text.length()));
    }
}
