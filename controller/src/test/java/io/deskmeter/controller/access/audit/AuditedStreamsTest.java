package io.deskmeter.controller.access.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.audit.AuditEntry;
import io.deskmeter.controller.audit.AuditStore;
import io.deskmeter.controller.audit.AuditedRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.task.support.TaskExecutorAdapter;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.StandardServletAsyncWebRequest;
import org.springframework.web.context.request.async.WebAsyncManager;
import org.springframework.web.context.request.async.WebAsyncUtils;

/** Reproducer: a backup could be sent before the audit log had its entry. */
class AuditedStreamsTest {
    private final List<String> order = new ArrayList<>();
    private final MockHttpServletRequest request = new MockHttpServletRequest("GET", "/api/v1/backup");

    @BeforeEach
    void begin() {
        request.setAsyncSupported(true);
        audited();
    }

    @AfterEach
    void end() {
        AuditedRequest.forget();
    }

    private AuditedRequest audited() {
        return AuditedRequest.begin(
                new NoStore(),
                (outcome, detail, who) -> new AuditEntry(
                        0,
                        Instant.EPOCH,
                        "adam",
                        "admin",
                        null,
                        "192.0.2.1",
                        "https",
                        "backup",
                        "/api/v1/backup",
                        detail,
                        outcome));
    }

    private WebAsyncManager manager() {
        WebAsyncManager manager = WebAsyncUtils.getAsyncManager(request);
        manager.setAsyncWebRequest(new StandardServletAsyncWebRequest(request, new MockHttpServletResponse()));
        manager.setTaskExecutor(new TaskExecutorAdapter(Runnable::run));
        AuditedStreams streams = new AuditedStreams(
                entry -> order.add(entry.action() + " " + entry.outcome().word()), () -> Instant.EPOCH);
        manager.registerCallableInterceptor("audit", streams);
        manager.registerDeferredResultInterceptor("audit", streams);
        return manager;
    }

    @Test
    void theEntryOfAFileThatIsStreamedIsWrittenBeforeItsFirstByte() throws Exception {
        Callable<String> body = () -> {
            order.add("sent");
            return "";
        };
        manager().startCallableProcessing(body);
        assertThat(order).containsExactly("backup done", "sent");
    }

    @Test
    void theEntryOfEventsIsWrittenBeforeTheFirstOne() throws Exception {
        DeferredResult<String> events = new DeferredResult<>();
        manager().startDeferredResultProcessing(events);
        order.add("sent");
        assertThat(order).containsExactly("backup done", "sent");
    }

    @Test
    void whatOnlyReadsHasNone() throws Exception {
        AuditedRequest.forget();
        manager().startCallableProcessing(() -> "");
        assertThat(order).isEmpty();
    }

    @Test
    void anEntryThatIsWrittenIsNotWrittenAgain() {
        AuditedRequest audited = audited();
        assertThat(audited.goesOn()).isPresent();
        assertThat(audited.goesOn()).isEmpty();
        assertThat(audited.end(AuditEntry.Outcome.DONE, "")).isEmpty();
        assertThat(audited.end(AuditEntry.Outcome.FAILED, "no thread")).isPresent();
    }

    /** Not asked: the writer has the store. */
    private static final class NoStore implements AuditStore {
        @Override
        public void add(AuditEntry entry) {
            throw new AssertionError("added: " + entry);
        }

        @Override
        public List<AuditEntry> newest(Filter filter, int limit) {
            throw new AssertionError("read");
        }

        @Override
        public List<AuditEntry> oldest(long after, int limit) {
            throw new AssertionError("read");
        }
    }
}
