package io.deskmeter.controller.access;

import io.deskmeter.controller.audit.AuditEntry;
import io.deskmeter.controller.audit.AuditWriter;
import io.deskmeter.controller.audit.AuditedRequest;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.CallableProcessingInterceptor;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.DeferredResultProcessingInterceptor;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Has the entry of a request written before its answer begins, if that is sent by other threads when the request has ended: as a backup, or the events of a
 * check. {@link HeldAnswer} does so for all others.
 */
@Configuration(proxyBeanMethods = false)
class AuditedStreams implements WebMvcConfigurer, CallableProcessingInterceptor, DeferredResultProcessingInterceptor {
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
        writeEntry();
    }

    @Override
    public <T> void beforeConcurrentHandling(NativeWebRequest request, DeferredResult<T> result) {
        writeEntry();
    }

    private void writeEntry() {
        AuditedRequest.current().flatMap(AuditedRequest::goesOn).ifPresent(writer);
    }
}
