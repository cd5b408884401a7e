package io.deskmeter.controller.access.login;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The format of login links. */
public final class LoginLinks {
    public static final String PATH = "/login";
    public static final String CODE = "code";
    static final String GOAL = "to";

    /** A path of this controller: a second slash would start the name of another host. */
    static final String LOCAL = "^/([A-Za-z0-9._~-][A-Za-z0-9._~/?&=%-]*)?$";

    private static final Pattern PAGE = Pattern.compile(LOCAL);

    private LoginLinks() {}

    /**
     * The path of a link.
     *
     * @param goal the path to open afterwards
     */
    public static String path(String code, String goal) {
        String then = goal.equals("/") ? "" : "&" + GOAL + "=" + URLEncoder.encode(goal, StandardCharsets.UTF_8);
        return PATH + "?" + CODE + "=" + code + then;
    }

    /** The page to open: always one of this controller, regardless of the link. */
    public static String goal(@Nullable String said) {
        return said != null && PAGE.matcher(said).matches() ? said : "/";
    }
}
