package io.deskmeter.controller.access.audit;

import io.deskmeter.controller.audit.AuditEntry;
import io.deskmeter.controller.audit.AuditEntry.Outcome;
import io.deskmeter.controller.audit.AuditWriter;
import io.deskmeter.controller.audit.AuditedRequest;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.async.CallableProcessingInterceptor;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.DeferredResultProcessingInterceptor;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.util.DisconnectedClientHelper;

/**
 * Has the entry of a request written before its answer begins, if that is sent by other threads when the request has ended: as a backup, or the events of a
 * check; and one more if that fails, unless the reader has left. {@link HeldAnswer} does so for all others.
 */
@Configuration(proxyBeanMethods = false)
class AuditedStreams implements WebMvcConfigurer, CallableProcessingInterceptor, DeferredResultProcessingInterceptor {
    private static final String HELD = AuditedStreams.class.getName();

    private final Consumer<AuditEntry> writer;

    @Autowired
    AuditedStreams(AuditWriter writer) {
        this(writer::write);
    }

    AuditedStreams(Consumer<AuditEntry> writer) {
        this.writer = writer;
    }

    @Override
    public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
        configurer.registerCallableInterceptors(this);
        configurer.registerDeferredResultInterceptors(this);
    }

    @Override
    public <T> void beforeConcurrentHandling(NativeWebRequest request, Callable<T> task) {
        hold(request);
    }

    /** On the thread that is about to send it. */
    @Override
    public <T> void preProcess(NativeWebRequest request, Callable<T> task) {
        begin(request);
    }

    @Override
    public <T> void postProcess(NativeWebRequest request, Callable<T> task, @Nullable Object result) {
        end(request, result);
    }

    @Override
    public <T> void beforeConcurrentHandling(NativeWebRequest request, DeferredResult<T> result) {
        hold(request);
        begin(request);
    }

    @Override
    public <T> void postProcess(NativeWebRequest request, DeferredResult<T> deferred, @Nullable Object result) {
        end(request, result);
    }

    private static void hold(NativeWebRequest request) {
        AuditedRequest.current()
                .ifPresent(audited -> request.setAttribute(
                        HELD, new Held(audited, audited.goesOn()), RequestAttributes.SCOPE_REQUEST));
    }

    private void begin(NativeWebRequest request) {
        held(request).flatMap(Held::entry).ifPresent(writer);
    }

    private void end(NativeWebRequest request, @Nullable Object result) {
        if (result instanceof Throwable failure && !DisconnectedClientHelper.isClientDisconnectedException(failure)) {
            held(request)
                    .flatMap(held -> held.request.end(Outcome.FAILED, "not answered to its end"))
                    .ifPresent(writer);
        }
    }

    private static Optional<Held> held(NativeWebRequest request) {
        return Optional.ofNullable((Held) request.getAttribute(HELD, RequestAttributes.SCOPE_REQUEST));
    }

    private record Held(AuditedRequest request, Optional<AuditEntry> entry) {}
}
