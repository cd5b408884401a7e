package io.deskmeter.controller.people;

import io.deskmeter.controller.request.Role;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps people, their sessions and their tokens. Thread-safe. */
public interface PeopleStore {
    List<Person> people();

    /** False if the name is taken, or who the issuer means is known already. */
    boolean add(Person person);

    /**
     * Sets role and whether it is disabled, which ends all sessions; what is null stays. Links to set a password end
     * with both. False if there is none.
     */
    boolean change(String person, @Nullable Role role, @Nullable Boolean disabled);

    /** Sets the role of somebody, who stays disabled or not. */
    void changeRole(String person, Role role);

    /** With sessions, tokens and links; false if there is none. */
    boolean remove(String person);

    /** As it was encoded; empty if none is set. */
    Optional<String> password(String person);

    /** In place of the same password in an older encoding. */
    void encodeAgain(String person, String before, String encoded);

    /**
     * Sets a password, and ends links and all sessions but one.
     *
     * @param before the one that it replaces, as it was encoded; null for none
     * @return false if that is not the password any more: nothing is changed
     */
    boolean setPassword(String person, @Nullable String before, String encoded, @Nullable String keptSession);

    /** A link in place of all earlier ones of this person. */
    void addLink(String person, String codeHash, Instant expiresAt);

    /** Uses a link once: sets the password, and ends all sessions. Empty if there is no such link any more. */
    Optional<String> useLink(String codeHash, Instant now, String encoded);

    /** Whose a link is; empty if there is no such link any more. */
    Optional<String> ofLink(String codeHash, Instant now);

    List<LoginSession> sessions();

    Optional<LoginSession> session(String secretHash);

    /** Adds one, and ends the oldest ones of the same person beyond a number. */
    void add(LoginSession session, int most);

    boolean endSession(String id);

    List<ApiToken> tokens();

    Optional<ApiToken> token(String secretHash);

    void add(ApiToken token);

    boolean removeToken(String id);

    /** Notes when sessions and tokens were used, by id. */
    void used(Map<String, Instant> sessions, Map<String, Instant> tokens);

    /** Removes sessions and links that have expired, and tokens that have expired long ago. */
    void removeExpired(Instant now, Instant longAgo);
}
