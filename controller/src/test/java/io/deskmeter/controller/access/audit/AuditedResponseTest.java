package io.deskmeter.controller.access.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.access.request.AccessAnswers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/**
 * Reproducer: the answer to a request that was refused or failed was sent before the audit log had its entry, so that
 * whoever had read the one did not find the other.
 */
class AuditedResponseTest {
    private final MockHttpServletRequest request = new MockHttpServletRequest();
    private final MockHttpServletResponse response = new MockHttpServletResponse();

    @Test
    void anAnswerThatWasToBeFlushedIsFlushedWhenItIsReleased() throws Exception {
        AuditedResponse answer = new AuditedResponse(request, response, true);
        answer.getOutputStream().write("begun".getBytes(StandardCharsets.UTF_8));
        answer.flushBuffer();
        assertThat(response.isCommitted()).isFalse();
        answer.release();
        assertThat(response.isCommitted()).isTrue();
    }

    @Test
    void nothingIsFlushedThatNobodyAskedFor() throws Exception {
        AuditedResponse answer = new AuditedResponse(request, response, true);
        answer.release();
        assertThat(response.isCommitted()).isFalse();
        answer.flushBuffer();
        assertThat(response.isCommitted()).isTrue();
    }

    @Test
    void aStreamIsFlushedAtOnce() throws Exception {
        new AuditedResponse(request, response, false).flushBuffer();
        assertThat(response.isCommitted()).isTrue();
    }

    /**
     * Reproducer: a flush that the filter made up for met the thread that sent the next event, and the stream was
     * damaged.
     */
    @Test
    void anAnswerThatGoesOnIsLeftToThoseWhoSendIt() throws Exception {
        request.setAsyncSupported(true);
        AuditedResponse answer = new AuditedResponse(request, response, true);
        answer.flushBuffer();
        request.startAsync();
        answer.release();
        assertThat(response.isCommitted()).isFalse();
        answer.flushBuffer();
        assertThat(response.isCommitted()).isTrue();
    }

    @Test
    void aReadThatIsRefusedIsHeldToo() throws Exception {
        AuditedResponse answer = new AuditedResponse(request, response, false);
        answer.setStatus(HttpStatus.TOO_MANY_REQUESTS.value());
        answer.flushBuffer();
        assertThat(response.isCommitted()).isFalse();
        answer.release();
        assertThat(response.isCommitted()).isTrue();
    }

    @Test
    void aLongProblemFitsIntoTheBuffer() {
        AuditedResponse answer = new AuditedResponse(request, response, true);
        assertThat(response.getBufferSize()).isEqualTo(AuditedResponse.BUFFER_BYTES);
        MockHttpServletResponse other = new MockHttpServletResponse();
        AuditedResponse read = new AuditedResponse(request, other, false);
        assertThat(other.getBufferSize()).isLessThan(AuditedResponse.BUFFER_BYTES);
        read.setStatus(HttpStatus.BAD_REQUEST.value());
        assertThat(other.getBufferSize()).isEqualTo(AuditedResponse.BUFFER_BYTES);
        assertThat(answer.getBufferSize()).isEqualTo(AuditedResponse.BUFFER_BYTES);
    }

    /** Tomcat sends an answer at once when as much has been written as it was told. */
    @Test
    void aRefusalDoesNotTellItsLength() throws Exception {
        AccessAnswers.refuse(
                new MockHttpServletRequest(), response, HttpStatus.FORBIDDEN, "Not allowed", "role: viewer");
        assertThat(response.getContentAsString()).contains("role: viewer");
        assertThat(response.getContentLength()).isZero();
        assertThat(response.isCommitted()).isFalse();
    }
}
