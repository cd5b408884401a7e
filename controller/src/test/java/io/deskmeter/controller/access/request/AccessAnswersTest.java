package io.deskmeter.controller.access.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AccessAnswersTest {
    private static JsonNode refusal(String address) throws IOException {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", address);
        MockHttpServletResponse response = new MockHttpServletResponse();
        AccessAnswers.refuse(request, response, HttpStatus.UNAUTHORIZED, "Not logged in", "token: none");
        return JsonMapper.shared().readTree(response.getContentAsByteArray());
    }

    /** As handlers answer, such as 404 for a run that is unknown. */
    @Test
    void aRefusalHasTheFieldsOfOtherProblemsAndNoneWithoutAValue() throws IOException {
        JsonNode problem = refusal("/api/runs/r-1");
        assertThat(problem.propertyNames()).containsExactlyInAnyOrder("title", "status", "detail", "instance");
        assertThat(problem.get("instance").asString()).isEqualTo("/api/runs/r-1");
        assertThat(problem.get("status").asInt()).isEqualTo(401);
    }

    @Test
    void anAddressThatIsNoneIsLeftOut() throws IOException {
        assertThat(refusal("/api/{runs}").propertyNames()).containsExactlyInAnyOrder("title", "status", "detail");
    }
}
