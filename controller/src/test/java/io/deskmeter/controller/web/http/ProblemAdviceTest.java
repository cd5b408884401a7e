package io.deskmeter.controller.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import io.deskmeter.controller.request.InvalidRequestException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whose fault a failure is. */
@Tag("slow")
@ExtendWith(OutputCaptureExtension.class)
class ProblemAdviceTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final MockMvc web = MockMvcBuilders.standaloneSetup(faulty())
            .setControllerAdvice(new ProblemAdvice(new WebPages()))
            .build();

    // Not found by the component scan of other tests, because Spring ignores nested classes that are not static.
    /** A local class: the component scan of other tests does not find it. */
    private static Object faulty() {
        @RestController
        class Faulty {
            /** As an answer of which a part is sent when the store fails. */
            @SuppressWarnings("UnusedMethod") // Spring calls it
            @GetMapping("/part")
            void part(HttpServletResponse response) throws IOException {
                response.setContentType("application/json");
                response.getOutputStream().print("{\"rows\":[");
                response.flushBuffer();
                throw new DataAccessResourceFailureException("no answer", new SQLException("no answer"));
            }

            @SuppressWarnings("UnusedMethod") // Spring calls it
            @GetMapping("/{what}")
            String fail(@PathVariable String what) {
                if (what.equals("error")) {
                    throw new AssertionError("the books do not balance");
                }
                if (what.equals("internal")) {
                    throw new IllegalArgumentException("quantile: 7 (expected: 0 to 1)");
                }
                throw new InvalidRequestException(what + ": 0 (expected: 1 to 1000)");
            }
        }
        return new Faulty();
    }

    private JsonNode ask(String path, int status) throws Exception {
        MockHttpServletResponse response = web.perform(get(path)).andReturn().getResponse();
        assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(status);
        assertThat(response.getContentType()).isEqualTo("application/problem+json");
        return JSON.readTree(response.getContentAsString());
    }

    @Test
    void aFaultOfOurOwnIsNotTheFaultOfTheRequest(CapturedOutput output) throws Exception {
        for (String path : new String[] {"/internal", "/error"}) {
            JsonNode problem = ask(path, 500);
            String fault = problem.path("fault").asString();
            assertThat(fault).matches("[0-9a-f]{8}");
            assertThat(problem.path("detail").asString()).contains("fault " + fault);
            assertThat(output.getAll()).contains("fault " + fault + ": GET " + path);
        }
        assertThat(output.getAll())
                .contains("quantile: 7 (expected: 0 to 1)", "the books do not balance", "at io.deskmeter");
    }

    @Test
    void whatCannotBeAskedIsTheRequestsFaultAndNotLogged(CapturedOutput output) throws Exception {
        JsonNode problem = ask("/limit", 400);
        assertThat(problem.path("detail").asString()).isEqualTo("limit: 0 (expected: 1 to 1000)");
        assertThat(problem.has("fault")).isFalse();
        assertThat(output.getAll()).doesNotContain("limit: 0");
    }

    /** Reproducer: the problem document followed what had been sent. */
    @Test
    void whatIsSentInPartHasNoProblemDocumentAfterIt() throws Exception {
        MockHttpServletResponse response = web.perform(get("/part")).andReturn().getResponse();
        assertThat(response.getContentAsString()).isEqualTo("{\"rows\":[");
    }
}
