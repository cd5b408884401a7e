package io.deskmeter.workload.targets;

/**
 * Who logs on.
 *
 * @param user empty if the machine asks for a password alone
 * @param password empty if it asks for none
 * @param domain empty if it has none
 * @param hosts that may be sent the password
 */
public record Account(String user, String password, String domain, AllowedHosts hosts) {
    /** Which may not be sent anywhere. */
    public Account(String user, String password, String domain) {
        this(user, password, domain, AllowedHosts.NONE);
    }

    /** For display and logs; never contains the password. */
    @Override
    public String toString() {
        return domain.isEmpty() ? user : domain + "\\" + user;
    }
}
