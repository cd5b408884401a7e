package io.deskmeter.controller.web.http;

import io.deskmeter.controller.request.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.async.CallableProcessingInterceptor;

/**
 * Limits the streamed responses of one person: each holds one of the threads of {@link StreamSettings} for as long as
 * its reader takes, so whoever reads slowly would keep everybody else from reports and backups. Thread-safe.
 */
final class DownloadPlaces implements CallableProcessingInterceptor {
    /** More than a person's pages and builds read at a time. */
    static final int MOST_OF_PERSON = 24;

    private static final String PLACE = DownloadPlaces.class.getName();

    private final Map<String, Integer> byPerson = new HashMap<>();

    /** A person has no place left. The message is for people. */
    static final class TooManyDownloadsException extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooManyDownloadsException(String message) {
            super(message);
        }
    }

    @Override
    public <T> void beforeConcurrentHandling(NativeWebRequest request, Callable<T> task) {
        Optional.ofNullable(request.getNativeRequest(HttpServletRequest.class))
                .flatMap(Caller::find)
                .map(Caller::person)
                .ifPresent(person -> {
                    take(person);
                    request.setAttribute(PLACE, person, RequestAttributes.SCOPE_REQUEST);
                });
    }

    @Override
    public <T> void afterCompletion(NativeWebRequest request, Callable<T> task) {
        @Nullable Object person = request.getAttribute(PLACE, RequestAttributes.SCOPE_REQUEST);
        if (person instanceof String whose) {
            request.removeAttribute(PLACE, RequestAttributes.SCOPE_REQUEST);
            leave(whose);
        }
    }

    private synchronized void take(String person) {
        int open = byPerson.getOrDefault(person, 0);
        if (open >= MOST_OF_PERSON) {
            throw new TooManyDownloadsException("downloads: " + open
                    + " of this user are in progress (expected: fewer than " + MOST_OF_PERSON
                    + "; hint: retry when one has finished)");
        }
        byPerson.put(person, open + 1);
    }

    private synchronized void leave(String person) {
        byPerson.computeIfPresent(person, (same, open) -> open == 1 ? null : (Integer) (open - 1));
    }
}
