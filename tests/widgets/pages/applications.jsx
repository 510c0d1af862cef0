// A whole application whose resume goes through one library, as sites use it: `/apply/WAY`. What is sent is the test's to
// look at. Each is posted by the browser itself, but for react-dropzone's, which keeps the file in its own state.
import "dropzone/dist/dropzone.css";
import "filepond/dist/filepond.css";
import "@uppy/core/css/style.min.css";
import "@uppy/dashboard/css/style.min.css";
import Dashboard from "@uppy/dashboard";
import Form from "@uppy/form";
import Uppy from "@uppy/core";
import XHRUpload from "@uppy/xhr-upload";
import { Dropzone } from "dropzone";
import * as FilePond from "filepond";
import { createRoot } from "react-dom/client";
import { useDropzone } from "react-dropzone";

Dropzone.autoDiscover = false;
const way = location.pathname.split("/").at(-1);
document.querySelector("#root").innerHTML = `<h1>Apply: Platform engineer</h1>
<form id="form" method="post" action="/sent/${way}" enctype="multipart/form-data" style="width: 600px">
  <p><label>First name <input name="first" autocomplete="given-name" required></label></p>
  <p><label>Last name <input name="last" autocomplete="family-name" required></label></p>
  <p><label>Email <input type="email" name="email" autocomplete="email" required></label></p>
  <section><h3>Resume</h3><div id="place"></div></section>
  <p><button type="submit">Submit application</button></p>
</form>`;
const form = document.querySelector("#form");
const place = document.querySelector("#place");

// What the server calls the file that it has; the form names it.
function nameUploaded(id) {
  const input = Object.assign(document.createElement("input"), { type: "hidden", name: "resume_id", value: id });
  form.append(input);
}

function pond(options) {
  place.innerHTML = `<label for="resume">Resume</label><input type="file" id="resume" name="resume">`;
  FilePond.create(place.querySelector("input"), { labelIdle: "Drag & Drop your resume or Browse", ...options });
}

function dash(autoProceed) {
  const uppy = new Uppy({ autoProceed, restrictions: { maxNumberOfFiles: 1 } });
  uppy.use(Dashboard, { inline: true, target: place, height: 250, hideUploadButton: true });
  uppy.use(XHRUpload, { endpoint: "/upload", fieldName: "resume" });
  uppy.use(Form, { target: form, resultName: "resume_id", triggerUploadOnSubmit: !autoProceed, submitOnSuccess: !autoProceed });
}

function Dropped() {
  const { acceptedFiles, getInputProps, getRootProps } = useDropzone({ accept: { "application/pdf": [".pdf"] } });
  form.onsubmit = async (event) => {
    event.preventDefault();
    const data = new FormData(form);
    for (const file of acceptedFiles) data.append("resume", file);
    await fetch(form.action, { method: "POST", body: data });
    document.querySelector("#root").innerHTML = "<h1>Thank you for applying</h1>";
  };
  return (
    <>
      <div {...getRootProps({ className: "dropzone" })}>
        <input {...getInputProps()} />
        <p>Drag and drop your resume here, or click to select a file</p>
      </div>
      <ul>{acceptedFiles.map(({ name }) => <li key={name}>{name}</li>)}</ul>
    </>
  );
}

function dropAtOnce() {
  place.className = "dropzone";
  new Dropzone(place, { url: "/upload", paramName: "resume", maxFiles: 1 }).on("success", (_, { id }) => nameUploaded(id));
}

// As Dropzone's own guide has it for a form that is sent together with its files.
function dropOnSubmit() {
  place.className = "dropzone";
  const zone = new Dropzone(place, { url: form.action, paramName: "resume", maxFiles: 1, autoProcessQueue: false });
  form.onsubmit = (event) => {
    event.preventDefault();
    zone.processQueue();
  };
  zone.on("sending", (_, __, data) => new FormData(form).forEach((value, name) => data.append(name, value)));
  zone.on("success", () => (document.querySelector("#root").innerHTML = "<h1>Thank you for applying</h1>"));
}

const ways = {
  filepond: () => pond({ storeAsFile: true }),
  filepond_server: () => pond({ server: { process: { url: "/upload", onload: (said) => JSON.parse(said).id } } }),
  uppy: () => dash(false),
  uppy_at_once: () => dash(true),
  dropzone: dropOnSubmit,
  dropzone_at_once: dropAtOnce,
  react_dropzone: () => createRoot(place).render(<Dropped />),
};
ways[way]?.();
