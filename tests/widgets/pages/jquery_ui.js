import "jquery-ui/themes/base/all.css";
import jQuery from "./_jquery.js";
import "jquery-ui/dist/jquery-ui.js";
import { show } from "./_elements.js";
import { ANSWERS, CITIES, COUNTRIES, DEGREES } from "./_lists.js";

const SKILLS = ["ActionScript", "Java", "NATS", "Perl", "Python", "Ruby"];
const OFFICES = { Germany: ["Berlin", "Munich"], "United States": ["Austin", "Boston"] };
const SOURCES = ["Job board", "A friend", "LinkedIn", "Your website"];
const list = (labels) => labels.map((label) => `<option>${label}</option>`).join("");
const groups = Object.entries(OFFICES).map(([label, offices]) => `<optgroup label="${label}">${list(offices)}</optgroup>`);
const line = (label, id, control) => `<p><label for="${id}">${label}</label><br>${control}</p>`;
const input = (label, id, more = "") => line(label, id, `<input id="${id}" name="${id}" ${more}>`);
const select = (label, id, options) => line(label, id, `<select id="${id}" name="${id}"><option value=""></option>${options}</select>`);
const press = (type, name) => (label) =>
  `<label for="${name}-${label}">${label}</label><input type="${type}" name="${name}" id="${name}-${label}" value="${label}">`;

show(`<div style="width: 500px">
  ${line("First name", "name", '<input id="name" name="name" class="ui-widget ui-widget-content ui-corner-all">')}
  ${select("Country", "country", list(COUNTRIES))}
  ${select("Highest degree", "degree", list(DEGREES))}
  ${select("Office", "office", groups.join(""))}
  ${select("How did you hear about us?", "source", list(SOURCES))}
  ${line("City", "place", '<input id="place"><input type="hidden" name="city">')}
  ${input("Skills", "skills")}
  ${input("Start date", "start")}
  ${line("Available from", "from", '<input id="from" readonly><input type="hidden" name="free" id="free">')}
  ${input("Date of birth", "born")}
  ${input("Years of experience", "years")}
  <fieldset id="sponsor"><legend>Will you need sponsorship?</legend>${ANSWERS.map(press("radio", "sponsor")).join("")}</fieldset>
  <p>Are you authorized to work?</p><div id="visa">${ANSWERS.map(press("radio", "visa")).join("")}</div>
  <fieldset id="shifts"><legend>Preferred shifts</legend>${["Morning", "Evening", "Night"].map(press("checkbox", "shifts")).join("")}</fieldset>
  <p><label for="amount">Willing to travel (%)</label> <input id="amount" name="travel" readonly style="border: 0"></p><div id="travel"></div>
  <p><label for="relocate">Willing to relocate</label><input type="checkbox" id="relocate" name="relocate" value="yes"></p>
  <p>Resume<br><button type="button" id="pick">Choose file</button> <span id="picked">No file</span>
    <input type="file" id="resume" name="resume" style="display: none"></p>
  <p><label for="agree">I agree to the privacy notice</label><input type="checkbox" id="agree" name="agree"></p>
  ${line("Why us?", "why", '<textarea id="why" name="why" class="ui-widget ui-widget-content"></textarea>')}
</div>`);

// the combobox of the library's own examples
jQuery.widget("custom.combobox", {
  _create() {
    const around = jQuery("<span>").insertAfter(this.element);
    this.element.hide();
    const open = () => box.trigger("focus").autocomplete("search", "");
    const source = ({ term }, found) => {
      const fits = new RegExp(jQuery.ui.autocomplete.escapeRegex(term), "i");
      const options = this.element.children("option").get();
      found(options.filter((each) => each.value && fits.test(each.text)).map((option) => ({ label: option.text, option })));
    };
    const box = jQuery("<input>").appendTo(around).addClass("ui-widget ui-widget-content ui-state-default ui-corner-left").autocomplete({
      delay: 0,
      minLength: 0,
      source,
      select: (_, { item }) => (item.option.selected = true),
      change: (_, { item }) => {
        if (item) return;
        const typed = box.val().toLowerCase();
        const fitting = this.element.children("option").get().find((each) => each.text.toLowerCase() === typed);
        if (fitting) return void (fitting.selected = true);
        box.val("");
        this.element.val("");
      },
    });
    jQuery("<a>").attr({ tabIndex: -1, title: "Show All Items" }).appendTo(around).button({ icons: { primary: "ui-icon-triangle-1-s" }, text: false }).on("click", open);
  },
});
jQuery("#country").combobox();
jQuery("#degree, #office, #source").selectmenu({ width: 300 });
jQuery("#place").autocomplete({
  minLength: 2,
  source: ({ term }, found) =>
    setTimeout(() => found(CITIES.filter((each) => each.toLowerCase().includes(term.toLowerCase()))), 150),
  select: (_, { item }) => jQuery("[name=city]").val(item.value),
  change: (_, { item }) => item || jQuery("#place, [name=city]").val(""),
});
const last = (text) => text.split(/,\s*/).pop();
jQuery("#skills").autocomplete({
  minLength: 1,
  source: ({ term }, found) => found(jQuery.ui.autocomplete.filter(SKILLS, last(term))),
  focus: () => false,
  select(_, { item }) {
    this.value = [...this.value.split(/,\s*/).slice(0, -1), item.value, ""].join(", ");
    return false;
  },
});
jQuery("#start").datepicker();
jQuery("#from").datepicker({ dateFormat: "DD, d MM, yy", altField: "#free", altFormat: "yy-mm-dd", minDate: 0, showOtherMonths: true });
jQuery("#born").datepicker({ dateFormat: "d M yy", changeMonth: true, changeYear: true, yearRange: "1940:2010", showOn: "both" });
jQuery("#years").spinner({ min: 0, max: 60 });
jQuery("#sponsor input, #relocate, #agree").checkboxradio();
jQuery("#visa, #shifts").controlgroup({}).find("input").checkboxradio({ icon: false });
jQuery("#travel").slider({ step: 5, slide: (_, { value }) => jQuery("#amount").val(value), change: (_, { value }) => jQuery("#amount").val(value) });
jQuery("#pick").button({ icon: "ui-icon-folder-open" }).on("click", () => jQuery("#resume").trigger("click"));
jQuery("#resume").on("change", ({ target }) => jQuery("#picked").text(target.files[0]?.name ?? "No file"));
