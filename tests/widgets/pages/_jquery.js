// Plugins look for jQuery in the page.
import jQuery from "jquery";

export default Object.assign(window, { jQuery, $: jQuery }).jQuery;
