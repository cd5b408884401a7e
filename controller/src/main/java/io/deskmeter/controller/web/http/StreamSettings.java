package io.deskmeter.controller.web.http;

import jakarta.annotation.PreDestroy;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Settings of streamed responses, such as a million timings: each has a separate thread, their number is limited, and
 * they continue while the reader reads. A reader that reads nothing for ten minutes is disconnected.
 */
@Configuration(proxyBeanMethods = false)
class StreamSettings implements WebMvcConfigurer {
    /** The number of concurrent responses; each costs a thread and the socket's buffer. */
    static final int MOST = 64;

    private static final long UNLIMITED = 0;
    private static final int STALLED_MILLIS = 10 * 60_000;
    private static final int IDLE_MILLIS = 20_000;

    /**
     * The socket buffer of a response that is not read yet. Without a bound it grows to megabytes for each reader, and
     * a socket counts as ready for more only when a third of that is read: for one that reads 1 KB a second a quarter
     * of an hour later.
     */
    private static final String SEND_BUFFER_BYTES = "262144";

    private static final int IDLE_THREAD_SECONDS = 10;

    private final ThreadPoolTaskExecutor threads = threads();

    /** There are as many streams as threads; further requests are refused and do not wait. */
    private static ThreadPoolTaskExecutor threads() {
        ThreadPoolTaskExecutor threads = new ThreadPoolTaskExecutor();
        threads.setCorePoolSize(0);
        threads.setMaxPoolSize(MOST);
        threads.setQueueCapacity(0);
        threads.setKeepAliveSeconds(IDLE_THREAD_SECONDS);
        threads.setThreadNamePrefix("stream-");
        threads.setDaemon(true);
        threads.initialize();
        return threads;
    }

    @Override
    public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
        configurer.setDefaultTimeout(UNLIMITED);
        configurer.setTaskExecutor(threads);
        configurer.registerCallableInterceptors(new DownloadPlaces());
    }

    @PreDestroy
    void close() {
        threads.shutdown();
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> timeout() {
        return factory -> factory.addConnectorCustomizers(connector -> {
            connector.setProperty("socket.txBufSize", SEND_BUFFER_BYTES);
            if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> http) {
                // Tomcat has one timeout for reading and for writing; the following two settings undo
                // the former.
                http.setConnectionTimeout(STALLED_MILLIS);
                http.setKeepAliveTimeout(IDLE_MILLIS);
                http.setDisableUploadTimeout(false);
                http.setConnectionUploadTimeout(IDLE_MILLIS);
            }
        });
    }
}
