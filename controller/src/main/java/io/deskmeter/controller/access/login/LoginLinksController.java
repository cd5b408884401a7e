package io.deskmeter.controller.access.login;

import io.deskmeter.controller.request.InvalidRequestException;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Login links for browsers. */
@RestController
@RequestMapping("/api/v1/login-links")
class LoginLinksController {
    private final LoginCodes codes;

    LoginLinksController(LoginCodes codes) {
        this.codes = codes;
    }

    /** Creates a code for one login of a browser within an hour. */
    @PostMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    LoginLink create(
            @Parameter(
                            description = "The page where the browser goes then.",
                            schema = @Schema(pattern = LoginLinks.LOCAL, defaultValue = "/"))
                    @RequestParam(defaultValue = "/")
                    String to) {
        String goal = LoginLinks.goal(to);
        if (!goal.equals(to)) {
            throw new InvalidRequestException("to: " + to + " (expected: the path of a page, as /runs)");
        }
        return new LoginLink(LoginLinks.path(codes.draw(), goal), LoginCodes.VALID.toSeconds());
    }

    /**
     * A link.
     *
     * @param path what follows the address of this controller
     * @param validSeconds for how long
     */
    record LoginLink(String path, long validSeconds) {}
}
