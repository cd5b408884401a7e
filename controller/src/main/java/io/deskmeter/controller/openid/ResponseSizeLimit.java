package io.deskmeter.controller.openid;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/** Ends an answer of a provider that is longer than any of them has reason to be: it is parsed into memory. */
final class ResponseSizeLimit implements ClientHttpRequestInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger(ResponseSizeLimit.class);
    static final long LONGEST = 1L << 20;

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        return new Limited(execution.execute(request, body));
    }

    private static final class Limited implements ClientHttpResponse {
        private final ClientHttpResponse answer;

        private Limited(ClientHttpResponse answer) {
            this.answer = answer;
        }

        @Override
        public InputStream getBody() throws IOException {
            return new Counted(answer.getBody());
        }

        @Override
        public HttpHeaders getHeaders() {
            return answer.getHeaders();
        }

        @Override
        public HttpStatusCode getStatusCode() throws IOException {
            return answer.getStatusCode();
        }

        @Override
        public String getStatusText() throws IOException {
            return answer.getStatusText();
        }

        /** Without reading to the end, as the answer itself does to use its connection again: there may be no end. */
        @Override
        public void close() {
            try {
                answer.getBody().close();
            } catch (IOException e) {
                LOG.debug("the connection to a provider was closed already: {}", e.toString());
            }
        }
    }

    private static final class Counted extends FilterInputStream {
        private long left = LONGEST;

        private Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            count(next < 0 ? 0 : 1);
            return next;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = super.read(bytes, offset, length);
            count(Math.max(0, read));
            return read;
        }

        private void count(int read) throws IOException {
            left -= read;
            if (left < 0) {
                throw new IOException("an answer of more than " + LONGEST + " bytes (expected: at most that)");
            }
        }
    }
}
