package io.deskmeter.controller.people;

import io.deskmeter.controller.audit.AuditedRequest;
import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.people.LoginAttempts.Attempt;
import io.deskmeter.controller.request.Caller;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.request.Role;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.link.access.Token;
import io.deskmeter.link.peer.SenderSite;
import io.deskmeter.text.PeerText;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * People, their sessions and their tokens. What was changed at another controller of the same store takes effect here
 * within {@link #REFRESH}. Thread-safe.
 */
@Component
public final class People implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(People.class);
    static final Duration REFRESH = Duration.ofSeconds(3);
    /** How long a browser stays logged in. */
    public static final Duration SESSION = Duration.ofDays(7);

    /**
     * The same for who logs in with a provider of OpenID Connect: it is asked again each day whether it still knows
     * that one, and in which role.
     */
    public static final Duration SESSION_OF_PROVED = Duration.ofHours(12);

    static final Duration LINK = Duration.ofHours(24);
    /** How many days a token may be valid. */
    private static final int LONGEST_TOKEN_DAYS = 365;

    /** The same of who logs in with a provider of OpenID Connect: nobody tells when that one has left. */
    private static final int LONGEST_TOKEN_DAYS_OF_PROVED = 30;

    /** Who counts the days has another clock. */
    private static final Duration CLOCKS_DIFFER = Duration.ofHours(12);

    /** Of names of who is known by a provider: no name of this controller has a colon. */
    static final String PROVED_PREFIX = "oidc:";

    /** Of tokens, so that people and scanners of repositories recognise them. */
    public static final String TOKEN_PREFIX = "dmt_";

    static final int MOST_SESSIONS = 50;
    static final int MOST_TOKENS = 200;
    private static final Duration USED_EVERY = Duration.ofMinutes(1);
    private static final Duration CLEAN_EVERY = Duration.ofHours(1);
    private static final Duration TOKENS_SHOWN = Duration.ofDays(30);
    private static final char MAKER = '.';
    private static final int BROWSER_LENGTH = 300;
    private static final int ADDRESS_LENGTH = 100;
    private static final int PREFERRED_LENGTH = 60;
    private static final int DISTINCTION_LENGTH = 8;
    private static final int SUBJECT_LENGTH = 300;
    private static final Set<String> RESERVED = Set.of(Caller.LOCAL, "metrics");
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._@-]{0,99}");
    private static final Pattern TOKEN_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ._@-]{0,99}");

    private final PeopleStore store;
    private final Passwords passwords;
    private final LoginAttempts attempts;
    private final InstantSource wall;
    private final ScheduledExecutorService timer;
    private final Map<String, Instant> usedSessions = new ConcurrentHashMap<>();
    private final Map<String, Instant> usedTokens = new ConcurrentHashMap<>();
    private volatile String trusted = "";
    private volatile Known known = new Known(Map.of(), Map.of(), Map.of());
    private Instant cleaned = Instant.EPOCH;

    public People(
            PeopleStore store, Passwords passwords, LoginAttempts attempts, InstantSource wall, InternalFaults faults) {
        this.store = store;
        this.passwords = passwords;
        this.attempts = attempts;
        this.wall = wall;
        this.timer = ControllerThreads.timers("people", faults);
        read();
        var unused = timer.scheduleWithFixedDelay(
                this::refresh, REFRESH.toMillis(), REFRESH.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** What was read last. */
    private record Known(
            Map<String, Person> people, Map<String, LoginSession> sessions, Map<String, ApiToken> tokens) {}

    /** One at a time: a slower reader would put back what was before the change of a faster one. */
    private synchronized void read() {
        known = new Known(
                index(store.people(), Person::id),
                index(store.sessions(), LoginSession::secretHash),
                index(store.tokens(), ApiToken::secretHash));
    }

    private static <T> Map<String, T> index(List<T> all, Function<T, String> key) {
        Map<String, T> index = new HashMap<>();
        all.forEach(one -> index.put(key.apply(one), one));
        return Map.copyOf(index);
    }

    /** A store that does not answer is reported by its watch; until it answers, what was read last is true. */
    private void refresh() {
        try {
            readAndTell();
        } catch (DataAccessException | JournalException e) {
            LOG.debug("people: not read again: {}", e.getMessage());
        }
    }

    private void readAndTell() {
        read();
        Instant now = wall.instant();
        Map<String, Instant> sessions = taken(usedSessions);
        Map<String, Instant> tokens = taken(usedTokens);
        if (!sessions.isEmpty() || !tokens.isEmpty()) {
            store.used(sessions, tokens);
        }
        if (!now.isBefore(cleaned.plus(CLEAN_EVERY)) || now.isBefore(cleaned)) {
            cleaned = now;
            store.removeExpired(now, now.minus(TOKENS_SHOWN));
        }
    }

    private static Map<String, Instant> taken(Map<String, Instant> used) {
        Map<String, Instant> taken = Map.copyOf(used);
        taken.forEach(used::remove);
        return taken;
    }

    // ---- People

    public List<Person> people() {
        return store.people();
    }

    /** Somebody as known a moment ago; does not wait for the store. */
    public Optional<Person> person(String id) {
        return Optional.ofNullable(known.people.get(id));
    }

    /** Somebody by name, upper and lower case alike. */
    public Optional<Person> named(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return store.people().stream()
                .filter(person -> person.name().equals(lower))
                .findFirst();
    }

    /**
     * Adds somebody.
     *
     * @param password null if it is set later, by a link
     * @return empty if the name is taken
     */
    public Optional<Person> add(String name, Role role, @Nullable String password) {
        Person person = newPerson(name, role, null, null);
        AuditedRequest.tell(person.name() + " as " + role.word());
        String encoded = password == null ? null : passwords.encode(password);
        if (!store.add(person)) {
            return Optional.empty();
        }
        if (encoded != null) {
            boolean unused = store.setPassword(person.id(), null, encoded, null);
        }
        read();
        return person(person.id());
    }

    private Person newPerson(String name, Role role, @Nullable String issuer, @Nullable String subject) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (!NAME.matcher(lower).matches() || RESERVED.contains(lower)) {
            throw new InvalidRequestException("name: " + PeerText.line(name)
                    + " (expected: letters, digits, `.`, `_`, `@` and `-`, at most 100, and none of " + RESERVED + ")");
        }
        return new Person(UUID.randomUUID().toString(), lower, role, false, false, issuer, subject, wall.instant());
    }

    /** Says by which provider of OpenID Connect people may be known; of no other one anybody is let in. */
    public void trust(String issuer) {
        trusted = issuer;
    }

    /** Whether somebody may use this controller at all, as known a moment ago. */
    public boolean admits(Person person) {
        return !person.disabled() && (person.issuer() == null || person.issuer().equals(trusted));
    }

    /**
     * Changes what somebody may do; false if there is nobody of this id.
     *
     * @param role null if it stays as it is in the store, which may be newer than {@code person}
     * @param disabled likewise
     */
    public boolean change(Person person, @Nullable Role role, @Nullable Boolean disabled) {
        AuditedRequest.tell(person.name() + ": " + state(person.role(), person.disabled()) + " to "
                + state(role == null ? person.role() : role, disabled == null ? person.disabled() : disabled));
        boolean changed = store.change(person.id(), role, disabled);
        read();
        return changed;
    }

    private static String state(Role role, boolean disabled) {
        return role.word() + (disabled ? ", disabled" : "");
    }

    /** Removes somebody, with all sessions and tokens; false if there is nobody of this id. */
    public boolean remove(Person person) {
        AuditedRequest.tell(person.name() + ": was " + state(person.role(), person.disabled()));
        boolean removed = store.remove(person.id());
        read();
        return removed;
    }

    // ---- Passwords

    /**
     * A link with which somebody sets a password once.
     *
     * @param code secret
     */
    public record PasswordLink(String code, Instant expiresAt) {}

    /**
     * A new one, in place of all earlier ones. It is valid as long as its maker might make it.
     *
     * @param localPepper for one whose maker is nobody
     */
    public PasswordLink passwordLink(Person person, Caller maker, String localPepper) {
        if (person.issuer() != null) {
            // It would let in whoever the provider lets in no more.
            throw new IllegalArgumentException("user: " + person.name() + " is known by a provider");
        }
        AuditedRequest.tell(person.name());
        // The code says who has made it; its hash proves that.
        String code = Token.random().text() + MAKER + (maker.person() == null ? Caller.LOCAL : maker.person());
        PasswordLink link = new PasswordLink(code, wall.instant().plus(LINK));
        store.addLink(person.id(), hashOfLink(code, localPepper), link.expiresAt());
        return link;
    }

    private static boolean isOfMachine(String code) {
        return code.endsWith(MAKER + Caller.LOCAL);
    }

    private static String hashOfLink(String code, String localPepper) {
        return Secrets.hash((isOfMachine(code) ? localPepper : "") + code);
    }

    private boolean mayMakeLinks(String code) {
        return isOfMachine(code)
                || person(code.substring(code.lastIndexOf(MAKER) + 1))
                        .filter(maker -> admits(maker) && maker.role().includes(Role.ADMIN))
                        .isPresent();
    }

    /**
     * Sets the password of whoever a link was made for, and ends all sessions of that person; empty if the link is not
     * valid any more.
     *
     * @param localPepper that of links whose maker is nobody
     */
    public Optional<Person> setPassword(String code, String password, String localPepper) {
        String hash = hashOfLink(code, localPepper);
        Optional<Person> whose = Optional.of(hash)
                .filter(any -> mayMakeLinks(code))
                .flatMap(link -> store.ofLink(link, wall.instant()))
                .flatMap(this::person)
                .filter(person -> !person.disabled());
        if (whose.isEmpty()) {
            return whose;
        }
        AuditedRequest.tellWho(whose.get().name());
        String encoded = passwords.encode(password);
        // Encoding takes a while, in which the maker may have lost the right to make links.
        Optional<String> done = mayMakeLinks(code) ? store.useLink(hash, wall.instant(), encoded) : Optional.empty();
        read();
        return whose.filter(person -> done.isPresent());
    }

    /**
     * Changes a password, and ends all other sessions of that person.
     *
     * @throws WrongPasswordException if the old one is not right
     * @throws TooManyAttemptsException after too many attempts
     * @throws PasswordsBusyException if too many passwords are being compared
     */
    public void changePassword(Person person, String before, String password, String address, String keptSession) {
        // Somebody who has a session is not locked out by those who guess.
        Attempt attempt = attempts.begin(person.name(), address, "session " + keptSession);
        String stored = store.password(person.id()).orElse(null);
        if (!matches(before, Optional.ofNullable(stored), null, attempt)) {
            throw new WrongPasswordException(
                    "old: not the password of " + person.name() + " (expected: the one that is valid now)", true);
        }
        attempt.succeeded();
        // Comparing and encoding take a while: whoever has set another one meanwhile, as with a link after a theft,
        // keeps it.
        boolean changed = store.setPassword(person.id(), stored, passwords.encode(password), keptSession);
        read();
        if (!changed) {
            throw new WrongPasswordException(
                    "old: the password of " + person.name() + " was changed meanwhile (expected: the new one)", true);
        }
    }

    // ---- Sessions

    /**
     * A session that has begun.
     *
     * @param secret for the cookie
     */
    public record Begun(LoginSession session, String secret) {}

    /**
     * Logs somebody in.
     *
     * @param address of the other end
     * @param browser what it calls itself
     * @param known by which this browser is known, if that very person has logged in there before
     * @throws WrongPasswordException if name and password do not belong together, or the person is disabled
     * @throws TooManyAttemptsException after too many attempts
     * @throws PasswordsBusyException if too many passwords are being compared
     */
    public Begun logIn(
            String name, String password, String address, String browser, Function<Person, Optional<String>> known) {
        String lower = name.toLowerCase(Locale.ROOT);
        Optional<Person> person = this.known.people.values().stream()
                .filter(one -> one.name().equals(lower))
                .findFirst();
        // A name that nobody has may be a password that was typed into the wrong field.
        person.ifPresent(one -> AuditedRequest.tellWho(one.name()));
        String familiar = person.flatMap(known).orElse(null);
        Attempt attempt = attempts.begin(lower, address, familiar);
        Optional<String> stored = person.flatMap(one -> store.password(one.id()));
        boolean right = matches(password, stored, familiar == null ? SenderSite.of(address) : null, attempt);
        if (!right || person.isEmpty() || !admits(person.get())) {
            throw new WrongPasswordException(
                    "log-in: name and password do not belong together (expected: those of a person who may use this controller)",
                    false);
        }
        attempt.succeeded();
        Begun begun = begin(person.get().id(), "", address, browser);
        requireStill(person.get(), stored, begun.session());
        stored.filter(passwords::isOutdated)
                .ifPresent(old -> store.encodeAgain(person.get().id(), old, passwords.encode(password)));
        return begun;
    }

    /**
     * Logs in somebody whom a provider has proved; who comes for the first time is added.
     *
     * @param role that the provider gives now
     * @param address of the other end
     * @param browser what it calls itself
     * @throws NotAdmittedException if that one is disabled here
     */
    public Begun logIn(ProvedPerson proved, Role role, String address, String browser) {
        if (proved.subject().length() > SUBJECT_LENGTH) {
            throw new NotAdmittedException(
                    "subject too long",
                    "subject: " + proved.subject().length() + " characters (expected: at most " + SUBJECT_LENGTH + ")");
        }
        Person person = find(proved).orElseGet(() -> added(proved, role));
        AuditedRequest.tellWho(person.name());
        if (person.disabled()) {
            throw disabled(person);
        }
        if (person.role() != role) {
            AuditedRequest.tell(
                    person.name() + ": " + person.role().word() + " to " + role.word() + ", says " + proved.issuer());
            store.changeRole(person.id(), role);
        }
        Begun begun = begin(person.id(), "", address, browser, SESSION_OF_PROVED);
        // Somebody may have been disabled or removed meanwhile, which ended the sessions that there were.
        if (person(person.id()).filter(this::admits).isEmpty()) {
            endSession(begun.session().id());
            throw disabled(person);
        }
        return begun;
    }

    private static NotAdmittedException disabled(Person person) {
        return new NotAdmittedException(
                "disabled",
                "log-in: " + person.name()
                        + " may not use this controller (expected: a user who is not disabled; hint: ask who runs it)");
    }

    /**
     * Somebody whom a provider has proved has no role any more: without sessions and tokens, too. Whoever is disabled
     * stays so.
     */
    public void removeWithoutRole(ProvedPerson proved) {
        AuditedRequest.tell("no role for subject " + cut(PeerText.line(proved.subject()), ADDRESS_LENGTH) + " of "
                + proved.issuer());
        find(proved).ifPresent(person -> {
            AuditedRequest.tellWho(person.name());
            if (!person.disabled()) {
                store.remove(person.id());
                read();
            }
        });
    }

    private Optional<Person> find(ProvedPerson proved) {
        return store.people().stream()
                .filter(person -> proved.issuer().equals(person.issuer())
                        && proved.subject().equals(person.subject()))
                .findFirst();
    }

    /** The name stays what it is: entries of the audit log have it. */
    private Person added(ProvedPerson proved, Role role) {
        String preferred =
                cut(proved.preferred().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9._@-]", "-"), PREFERRED_LENGTH);
        String distinct =
                "~" + Secrets.hash(proved.issuer() + " " + proved.subject()).substring(0, DISTINCTION_LENGTH);
        for (String name : List.of(PROVED_PREFIX + preferred, PROVED_PREFIX + preferred + distinct)) {
            Person person = new Person(
                    UUID.randomUUID().toString(),
                    name,
                    role,
                    false,
                    false,
                    proved.issuer(),
                    proved.subject(),
                    wall.instant());
            AuditedRequest.tellWho(name);
            AuditedRequest.tell(name + " as " + role.word() + ", added, subject "
                    + cut(PeerText.line(proved.subject()), ADDRESS_LENGTH) + " of " + proved.issuer());
            if (store.add(person)) {
                read();
                return person;
            }
            // The same person may have logged in twice at the same time.
            Optional<Person> other = find(proved);
            if (other.isPresent()) {
                return other.get();
            }
        }
        throw new NotAdmittedException(
                "name taken",
                "name: " + PROVED_PREFIX + preferred + distinct + " is taken (expected: a name that nobody has)");
    }

    /**
     * The comparison took a while: meanwhile the password may have been changed, which ended the sessions that there
     * were.
     */
    private void requireStill(Person person, Optional<String> compared, LoginSession begun) {
        boolean may = person(person.id()).filter(now -> !now.disabled()).isPresent();
        if (!may || !store.password(person.id()).equals(compared)) {
            endSession(begun.id());
            throw new WrongPasswordException(
                    "log-in: the password was changed meanwhile (expected: the new one)", false);
        }
    }

    private boolean matches(String said, Optional<String> stored, @Nullable String site, Attempt attempt) {
        try {
            return passwords.matches(said, stored, site);
        } catch (PasswordsBusyException e) {
            attempt.notCompared();
            throw e;
        }
    }

    /**
     * Begins a session.
     *
     * @param person id; null for a browser that was let in with a link
     * @param pepper what must be known beside the cookie's secret to find the session; may be empty
     */
    public Begun begin(@Nullable String person, String pepper, String address, String browser) {
        return begin(person, pepper, address, browser, SESSION);
    }

    private Begun begin(@Nullable String person, String pepper, String address, String browser, Duration valid) {
        String secret = Token.random().text();
        Instant now = wall.instant();
        LoginSession session = new LoginSession(
                UUID.randomUUID().toString(),
                Secrets.hash(pepper + secret),
                person,
                now,
                now.plus(valid),
                now,
                cut(address, ADDRESS_LENGTH),
                cut(PeerText.line(browser), BROWSER_LENGTH));
        store.add(session, MOST_SESSIONS);
        read();
        return new Begun(session, secret);
    }

    private static String cut(String text, int length) {
        return text.substring(0, Math.min(length, text.length()));
    }

    /**
     * The session of a secret, if it has not ended or expired. Waits for the store only if it is not known yet.
     *
     * @param localPepper that of browsers which were let in with a link; null where they are not accepted
     */
    public Optional<LoginSession> session(String secret, @Nullable String localPepper) {
        return find(secret, localPepper, LoginSession::person, known.sessions, store::session)
                .filter(this::goesOn);
    }

    /**
     * Of a person by the hash of the secret alone, of nobody by that with the pepper. The store is asked last; what
     * only the store has was made at another controller a moment ago, and so may its person have been: all is read
     * then.
     */
    private <T> Optional<T> find(
            String secret,
            @Nullable String localPepper,
            Function<T, @Nullable String> person,
            Map<String, T> known,
            Function<String, Optional<T>> stored) {
        Function<Function<String, Optional<T>>, Optional<T>> among = where -> where.apply(Secrets.hash(secret))
                .filter(found -> person.apply(found) != null)
                .or(() -> localPepper == null
                        ? Optional.empty()
                        : where.apply(Secrets.hash(localPepper + secret)).filter(found -> person.apply(found) == null));
        Optional<T> found = among.apply(hash -> Optional.ofNullable(known.get(hash)));
        if (found.isEmpty()) {
            found = among.apply(stored);
            if (found.isPresent()) {
                read();
            }
        }
        return found;
    }

    /** Whether a session goes on, as known a moment ago; does not wait for the store. */
    public boolean goesOn(LoginSession session) {
        return wall.instant().isBefore(session.expiresAt());
    }

    /** The same session as known a moment ago, empty if it has ended; does not wait for the store. */
    public Optional<LoginSession> again(LoginSession session) {
        return Optional.ofNullable(known.sessions.get(session.secretHash())).filter(this::goesOn);
    }

    public List<LoginSession> sessions() {
        return store.sessions().stream().filter(this::goesOn).toList();
    }

    /** Ends a session; false if there is none of this id. */
    public boolean endSession(String id) {
        boolean ended = store.endSession(id);
        read();
        return ended;
    }

    /** Notes that a session was used now. */
    public void used(LoginSession session) {
        Instant now = wall.instant();
        if (isLater(now, session.usedAt())) {
            usedSessions.putIfAbsent(session.id(), now);
        }
    }

    // ---- Tokens

    /**
     * A token that was made.
     *
     * @param text for the program, shown once
     */
    public record Made(ApiToken token, String text) {}

    /**
     * Makes a token.
     *
     * @param maker who cannot give more than what it may do itself
     * @param localPepper for one that is nobody's
     * @param name for people
     */
    public Made makeToken(Caller maker, String localPepper, String name, Role role, Instant expiresAt) {
        if (!TOKEN_NAME.matcher(name).matches()) {
            throw new InvalidRequestException("name: " + PeerText.line(name)
                    + " (expected: letters, digits, spaces, `.`, `_`, `@` and `-`, at most 100)");
        }
        if (!maker.role().includes(role)) {
            throw new InvalidRequestException("role: " + role.word() + " (expected: at most "
                    + maker.role().word() + ", which is yours)");
        }
        Instant now = wall.instant();
        int days = longestTokenDays(maker.person());
        if (!expiresAt.isAfter(now)
                || expiresAt.isAfter(now.plus(Duration.ofDays(days)).plus(CLOCKS_DIFFER))) {
            throw new InvalidRequestException("expires: " + expiresAt + " (expected: after now, " + now
                    + ", and at most "
                    + (days < LONGEST_TOKEN_DAYS
                            ? days + " days later, because you log in with a provider, which nobody asks about tokens"
                            : "a year later")
                    + ")");
        }
        long own = store.tokens().stream()
                .filter(token -> Objects.equals(token.person(), maker.person()))
                .count();
        if (own >= MOST_TOKENS) {
            throw new InvalidRequestException(
                    "tokens: " + own + " (expected: fewer than " + MOST_TOKENS + "; hint: revoke some)");
        }
        String text = TOKEN_PREFIX + Token.random().text();
        String pepper = maker.person() == null ? localPepper : "";
        ApiToken token = new ApiToken(
                UUID.randomUUID().toString(),
                Secrets.hash(pepper + text),
                name,
                role,
                maker.person(),
                now,
                expiresAt,
                null);
        AuditedRequest.tell(name + " as " + role.word() + " until " + expiresAt + ", id " + token.id());
        store.add(token);
        read();
        return new Made(token, text);
    }

    /**
     * How many days a token may be valid that somebody makes.
     *
     * @param maker null for who is local
     */
    public int longestTokenDays(@Nullable String maker) {
        boolean proved = maker != null
                && person(maker).filter(person -> person.issuer() != null).isPresent();
        return proved ? LONGEST_TOKEN_DAYS_OF_PROVED : LONGEST_TOKEN_DAYS;
    }

    public List<ApiToken> tokens() {
        return store.tokens();
    }

    /**
     * The token of a text, if it was not revoked and has not expired. Waits for the store only if it is not known yet.
     *
     * @param localPepper that of tokens which are nobody's
     */
    public Optional<ApiToken> token(String text, String localPepper) {
        return find(text, localPepper, ApiToken::person, known.tokens, store::token)
                .filter(this::isValid);
    }

    /** The same token as known a moment ago, empty if it is not valid any more; does not wait for the store. */
    public Optional<ApiToken> again(ApiToken token) {
        return Optional.ofNullable(known.tokens.get(token.secretHash())).filter(this::isValid);
    }

    private boolean isValid(ApiToken token) {
        return wall.instant().isBefore(token.expiresAt());
    }

    /** Revokes a token; false if there is none of this id. */
    public boolean revokeToken(String id) {
        boolean revoked = store.removeToken(id);
        read();
        return revoked;
    }

    /** Notes that a token was used now. */
    public void used(ApiToken token) {
        Instant now = wall.instant();
        Instant before = token.usedAt();
        if (before == null || isLater(now, before)) {
            usedTokens.putIfAbsent(token.id(), now);
        }
    }

    /** Or by a clock that was set. */
    private static boolean isLater(Instant now, Instant used) {
        return now.isAfter(used.plus(USED_EVERY)) || now.isBefore(used);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
