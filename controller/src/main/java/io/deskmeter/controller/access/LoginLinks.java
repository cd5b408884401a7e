package io.deskmeter.controller.access;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The format of login links. */
public final class LoginLinks {
    static final String PATH = "/login";
    static final String CODE = "code";
    static final String GOAL = "to";

    /** Of this controller: a second slash would begin the name of another one. */
    static final String LOCAL = "^/([A-Za-z0-9._~-][A-Za-z0-9._~/?&=%-]*)?$";

    private static final Pattern PAGE = Pattern.compile(LOCAL);

    private LoginLinks() {}

    /**
     * The path of a link.
     *
     * @param goal where the browser goes then
     */
    public static String path(String code, String goal) {
        String then = goal.equals("/") ? "" : "&" + GOAL + "=" + URLEncoder.encode(goal, StandardCharsets.UTF_8);
        return PATH + "?" + CODE + "=" + code + then;
    }

    /** Where the browser goes: a page of this controller, whatever somebody has written. */
    static String goal(@Nullable String said) {
        return said != null && PAGE.matcher(said).matches() ? said : "/";
    }
}
