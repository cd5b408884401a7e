/** People, their logins and tokens, and the audit log. */
@NullMarked
package io.deskmeter.controller.web.people;

import org.jspecify.annotations.NullMarked;
