import "ckeditor5/ckeditor5.css";
import "trix/dist/trix.css";
import { Bold, ClassicEditor, Essentials, Italic, Paragraph } from "ckeditor5";
import "trix";

const form = document.createElement("form");
form.innerHTML = `<label for="cover">Cover letter</label><input id="cover-text" type="hidden" name="cover">
  <trix-editor id="cover" input="cover-text"></trix-editor>
  <label for="why">Why us?</label><textarea id="why" name="why"></textarea>
  <p id="about-label">About you</p><div id="about"></div>
  <button type="submit">Submit application</button>`;
form.addEventListener("submit", (event) => event.preventDefault());
document.getElementById("root").append(form);

const editors = {};
const plugins = [Essentials, Bold, Italic, Paragraph];
const make = (id, more) =>
  ClassicEditor.create(document.getElementById(id), { licenseKey: "GPL", plugins, toolbar: ["bold", "italic"], ...more })
    .then((editor) => (editors[id] = editor));
make("why");
make("about", { label: "About you" });
const plain = (markup) => new DOMParser().parseFromString(markup.replace(/<br>|<\/(?:p|div)>/g, "\n"), "text/html").body.textContent.trim();
window.paint = () => {};
Object.defineProperty(window, "held", {
  get: () => ({
    cover: plain(new FormData(form).get("cover")),
    ...Object.fromEntries(Object.entries(editors).map(([id, editor]) => [id, plain(editor.getData())])),
  }),
});
