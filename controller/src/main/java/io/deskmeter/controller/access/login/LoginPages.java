package io.deskmeter.controller.access.login;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.springframework.web.util.HtmlUtils;

/** Plain pages for browsers that are not logged in. They need no other resources. */
public final class LoginPages {
    private static final String FRAME = """
            <!doctype html><html lang="en"><head><meta charset="utf-8">%s<title>Deskmeter: %s</title></head><body>
            <main><h1>Deskmeter</h1>%s</main></body></html>
            """;

    private LoginPages() {}

    /** How to log in. */
    public static String loginHelp(String why, String host) {
        String address = HtmlUtils.htmlEscape("http://" + host);
        return FRAME.formatted("", "log in", """
                <p>%s</p>
                <p>To get a link that opens these pages once, run this on the controller's machine as the user who started the controller:</p>
                <pre>./deskmeter login-link --controller %s</pre>
                <p>Add <code>--data DIR</code> if the controller was started with it. On a terminal, the controller also prints such a link when it starts.</p>
                """.formatted(HtmlUtils.htmlEscape(why), address));
    }

    /**
     * Leads to the page on which one logs in. It is a page of this controller that opens it, so the browser sends the
     * cookie of somebody who is logged in and has followed a link of another site, and that page goes on at once.
     *
     * @param path on this controller, where the browser wanted to go
     */
    public static String leadToLogin(String path) {
        String escaped = HtmlUtils.htmlEscape(LoginLinks.PATH
                + (path.equals("/")
                        ? ""
                        : "?" + LoginLinks.GOAL + "=" + URLEncoder.encode(path, StandardCharsets.UTF_8)));
        return FRAME.formatted(
                "<meta http-equiv=\"refresh\" content=\"0;url=" + escaped + "\">",
                "log in",
                "<p>This browser is not logged in to this controller. <a href=\"" + escaped + "\">Log in</a></p>");
    }

    /** Why a log-in with a provider has failed, and where to begin again. */
    static String notLoggedIn(String why) {
        return FRAME.formatted(
                "",
                "not logged in",
                "<p>%s</p><p><a href=\"%s\">Back to the log-in</a></p>"
                        .formatted(HtmlUtils.htmlEscape(why), LoginLinks.PATH));
    }

    /**
     * Continues by itself. A redirection would belong to the page with the link, and the cookie would not be sent with
     * it.
     *
     * @param path on this controller
     */
    static String welcome(String path) {
        String escaped = HtmlUtils.htmlEscape(path);
        return FRAME.formatted(
                "<meta http-equiv=\"refresh\" content=\"0;url=" + escaped + "\">",
                "logged in",
                "<p>This browser is logged in. <a href=\"" + escaped + "\">Go on</a></p>");
    }
}
