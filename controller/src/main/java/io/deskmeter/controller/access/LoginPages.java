package io.deskmeter.controller.access;

import org.springframework.web.util.HtmlUtils;

/** Plain pages for browsers that are not let in yet; they need nothing that only those get who are. */
final class LoginPages {
    private static final String FRAME = """
            <!doctype html><html lang="en"><head><meta charset="utf-8">%s<title>Deskmeter: %s</title></head><body>
            <main><h1>Deskmeter</h1>%s</main></body></html>
            """;

    private LoginPages() {}

    /** How to get in. */
    static String wayIn(String why, String host) {
        String address = HtmlUtils.htmlEscape("http://" + host);
        return FRAME.formatted("", "log in", """
                <p>%s</p>
                <p>On the controller's machine, as the user who has started it, this prints a link that opens these pages once:</p>
                <pre>./deskmeter login-link --controller %s</pre>
                <p>Where the controller was started with <code>--data DIR</code>, add that. The controller itself prints such a link when it
                starts.</p>
                """.formatted(HtmlUtils.htmlEscape(why), address));
    }

    /**
     * Goes on by itself. A redirection would belong to whatever page the link was on, and the cookie would not be sent with it.
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
