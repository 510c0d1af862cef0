import "filepond/dist/filepond.css";
import "@uppy/core/css/style.min.css";
import "@uppy/dashboard/css/style.min.css";
import Uppy from "@uppy/core";
import Dashboard from "@uppy/dashboard";
import * as FilePond from "filepond";
import { useEffect, useRef } from "react";
import { useDropzone } from "react-dropzone";
import { show } from "./_form.jsx";

const names = (files) => files.map(({ name, size }) => `${name}:${size}`).join();

function Dropped({ hold }) {
  const { acceptedFiles, getInputProps, getRootProps } = useDropzone({
    accept: { "application/pdf": [".pdf"] },
    onDropAccepted: (files) => hold("resume")(names(files)),
  });
  return (
    <section>
      <h3>Resume</h3>
      <div {...getRootProps({ className: "dropzone" })}>
        <input {...getInputProps()} />
        <p>Drag and drop your resume here, or click to select a file</p>
      </div>
      <ul>{acceptedFiles.map(({ name }) => <li key={name}>{name}</li>)}</ul>
    </section>
  );
}

function Ponded({ hold }) {
  const input = useRef(null);
  useEffect(() => {
    const pond = FilePond.create(input.current, { instantUpload: false, labelIdle: "Drag & Drop your file or Browse" });
    pond.on("addfile", (_, item) => hold("cover")(names([item.file])));
    return () => pond.destroy();
  }, []);
  return <section><label htmlFor="cover">Cover letter</label><div><input ref={input} id="cover" type="file" name="cover" /></div></section>;
}

function Dashed({ hold }) {
  const box = useRef(null);
  useEffect(() => {
    const uppy = new Uppy({ restrictions: { maxNumberOfFiles: 1 } });
    uppy.use(Dashboard, { inline: true, target: box.current, height: 250, hideUploadButton: true });
    uppy.on("file-added", ({ data }) => hold("transcript")(names([data])));
    return () => uppy.destroy();
  }, []);
  return <section><h3>Transcript</h3><div ref={box} /></section>;
}

show((state) => (
  <>
    <Dropped {...state} />
    <Ponded {...state} />
    <Dashed {...state} />
  </>
));
