package io.deskmeter.controller.access.audit;

import io.deskmeter.controller.audit.AuditEntry;
import io.deskmeter.controller.audit.AuditEntry.Outcome;
import io.deskmeter.controller.audit.AuditWriter;
import io.deskmeter.controller.audit.AuditedRequest;
import io.deskmeter.controller.request.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.CallableProcessingInterceptor;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.DeferredResultProcessingInterceptor;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Has the entry of a request written before its answer begins, if that is sent by other threads when the request has
 * ended: as a backup, or the events of a check; and one more if it is not sent to its end, because it fails or because
 * its reader leaves. {@link AuditedResponse} does so for all others.
 *
 * <p>When a reader leaves, the server ends the request at once, while the thread that sends the answer may still be on
 * its way out. So nothing is asked of the request by then.
 */
@Configuration(proxyBeanMethods = false)
class AuditedStreams implements WebMvcConfigurer, CallableProcessingInterceptor, DeferredResultProcessingInterceptor {
    private final Consumer<AuditEntry> writer;
    private final InstantSource wall;

    /** By what sends the answer. One that is refused a thread is forgotten with it. */
    private final Map<Object, Held> held = Collections.synchronizedMap(new WeakHashMap<>());

    @Autowired
    AuditedStreams(AuditWriter writer, InstantSource wall) {
        this(writer::write, wall);
    }

    AuditedStreams(Consumer<AuditEntry> writer, InstantSource wall) {
        this.writer = writer;
        this.wall = wall;
    }

    @Override
    public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
        configurer.registerCallableInterceptors(this);
        configurer.registerDeferredResultInterceptors(this);
    }

    @Override
    public <T> void beforeConcurrentHandling(NativeWebRequest request, Callable<T> task) {
        hold(request, task);
    }

    /** On the thread that is about to send it. */
    @Override
    public <T> void preProcess(NativeWebRequest request, Callable<T> task) {
        begin(task);
    }

    @Override
    public <T> void postProcess(NativeWebRequest request, Callable<T> task, @Nullable Object result) {
        end(task, result instanceof Throwable || !isFlushed(request));
    }

    /** The last of it may still wait to be sent. */
    private static boolean isFlushed(NativeWebRequest request) {
        AuditedResponse answer = request.getNativeResponse(AuditedResponse.class);
        try {
            if (answer != null) {
                answer.flushBuffer();
            }
            return true;
        } catch (IOException e) {
            // The answer knows it, and why.
            return false;
        }
    }

    @Override
    public <T> void beforeConcurrentHandling(NativeWebRequest request, DeferredResult<T> result) {
        hold(request, result);
        begin(result);
    }

    @Override
    public <T> void postProcess(NativeWebRequest request, DeferredResult<T> deferred, @Nullable Object result) {
        end(deferred, result instanceof Throwable);
    }

    private void hold(NativeWebRequest request, Object task) {
        AuditedRequest.current().ifPresent(audited -> {
            AuditedResponse answer = request.getNativeResponse(AuditedResponse.class);
            HttpServletRequest from = request.getNativeRequest(HttpServletRequest.class);
            held.put(
                    task,
                    new Held(
                            audited.goesOn(),
                            audited.end(Outcome.FAILED, "not answered to its end"),
                            answer == null ? new SentAnswer() : answer.sent(),
                            from == null ? Optional.empty() : Caller.find(from)));
        });
    }

    private void begin(Object task) {
        Held one = held.get(task);
        if (one != null) {
            one.begun.ifPresent(writer);
        }
    }

    private void end(Object task, boolean failed) {
        Held one = held.remove(task);
        if (one != null && failed) {
            one.failed.map(entry -> entry.again(wall.instant(), one.why())).ifPresent(writer);
        }
    }

    /**
     * What is known of a request whose answer goes on.
     *
     * @param begun its entry; empty if it is written
     * @param failed one that is needed if the answer is not sent to its end
     */
    private record Held(
            Optional<AuditEntry> begun, Optional<AuditEntry> failed, SentAnswer sent, Optional<Caller> reader) {
        private String why() {
            Optional<String> why = sent.ended()
                    .or(() -> reader.filter(caller -> !caller.allowed().getAsBoolean())
                            .map(caller -> "its reader may not read any more"));
            return why.map(text -> ": " + text + ", at most " + sent.bytes() + " bytes have reached it")
                    .orElse("");
        }
    }
}
