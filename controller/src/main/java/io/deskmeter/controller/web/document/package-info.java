/** What requests and answers look like: documents in YAML or JSON, their schemas, and the description of REST. */
@NullMarked
package io.deskmeter.controller.web.document;

import org.jspecify.annotations.NullMarked;
